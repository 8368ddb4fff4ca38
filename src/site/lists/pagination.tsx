import type { MouseEvent, ReactElement } from "react";
import { useNavigate } from "react-router";
import { PAGE_SIZES, PAGER_COUNT, PAGER_COUNT_NARROW, pagerOf } from "../../lib/pager.ts";
import { ChevronLeftIcon, ChevronRightIcon } from "../drawings/icons.tsx";
import "./pagination.css";

interface PaginationProps {
  readonly total: number;
  readonly pageNum: number;
  readonly pageSize: number;
  /** Address of a page; a new size starts at page 1. */
  readonly href: (pageNum: number, pageSize: number) => string;
}

/** specification 9. */
const SCROLL_MS = 800;

/** Scrolls to the top in 800 ms, at once where motion is unwanted. Browser only. */
function scrollToTop(): void {
  const from = window.scrollY;
  if (from === 0) return;
  if (
    matchMedia("(prefers-reduced-motion: reduce)").matches ||
    document.documentElement.dataset.elder
  ) {
    window.scrollTo(0, 0);
    return;
  }
  const began = performance.now();
  let last = from;
  const step = (now: number) => {
    // A person who scrolls meanwhile ends it.
    if (Math.abs(window.scrollY - last) > 4) return;
    const part = Math.min(1, Math.max(0, (now - began) / SCROLL_MS));
    const eased = part < 0.5 ? 2 * part * part : 1 - (2 - 2 * part) ** 2 / 2;
    last = Math.round(from * (1 - eased));
    window.scrollTo(0, last);
    if (part < 1) requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
}

/** A plain click stays in the page and scrolls up slowly; any other is the browser's. */
function useGo(): (event: MouseEvent<HTMLAnchorElement>) => void {
  const navigate = useNavigate();
  return (event) => {
    if (event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    void navigate(event.currentTarget.getAttribute("href") ?? "", { preventScrollReset: true });
    scrollToTop();
  };
}

/** Page numbers, arrows and the page size: links and a GET form, so that they work without script. */
export function Pagination(props: PaginationProps): ReactElement | null {
  const { total, pageNum, pageSize, href } = props;
  if (total <= PAGE_SIZES[0]) return null;
  const pageCount = Math.ceil(total / pageSize);
  return (
    <div className="pagination">
      <p>
        共 {total} 条，每页 {pageSize} 条
      </p>
      <nav aria-label="分页">
        {pageCount > 1 ? (
          <Numbers pageNum={pageNum} pageCount={pageCount} at={(page) => href(page, pageSize)} />
        ) : null}
        <SizeForm {...props} />
      </nav>
    </div>
  );
}

interface NumbersProps {
  readonly pageNum: number;
  readonly pageCount: number;
  readonly at: (page: number) => string;
}

/** Seven numbers; those that a row of five would leave out hide below 992 px. */
function Numbers({ pageNum, pageCount, at }: NumbersProps): ReactElement {
  const go = useGo();
  const wide = pagerOf(pageNum, pageCount, PAGER_COUNT);
  const narrow = pagerOf(pageNum, pageCount, PAGER_COUNT_NARROW);
  const gap = (isWide: boolean, isNarrow: boolean, key: string) =>
    isNarrow ? (
      <li key={key} className={isWide ? undefined : "narrow"} aria-hidden="true">
        …
      </li>
    ) : null;
  return (
    <ul>
      <li>
        <Step to={pageNum > 1 ? at(pageNum - 1) : undefined} label="上一页" rel="prev">
          <ChevronLeftIcon size={16} />
        </Step>
      </li>
      {wide.pages.map((page, index) => [
        index === wide.pages.length - 1 ? gap(wide.gapAfter, narrow.gapAfter, "gap-after") : null,
        <li key={page} className={narrow.pages.includes(page) ? undefined : "wide"}>
          <a
            href={at(page)}
            onClick={go}
            aria-label={`第 ${page} 页`}
            aria-current={page === pageNum ? "page" : undefined}
          >
            {page}
          </a>
        </li>,
        index === 0 ? gap(wide.gapBefore, narrow.gapBefore, "gap-before") : null,
      ])}
      <li>
        <Step to={pageNum < pageCount ? at(pageNum + 1) : undefined} label="下一页" rel="next">
          <ChevronRightIcon size={16} />
        </Step>
      </li>
    </ul>
  );
}

interface StepProps {
  readonly to: string | undefined;
  readonly label: string;
  readonly rel: string;
  readonly children: ReactElement;
}

function Step({ to, label, rel, children }: StepProps): ReactElement {
  const go = useGo();
  if (!to) {
    return (
      <span className="step" role="img" aria-label={`没有${label}`}>
        {children}
      </span>
    );
  }
  return (
    <a href={to} rel={rel} aria-label={label} onClick={go}>
      {children}
    </a>
  );
}

function SizeForm({ pageSize, href }: PaginationProps): ReactElement {
  const navigate = useNavigate();
  const [path = "", query] = href(1, pageSize).split("?");
  const kept = [...new URLSearchParams(query)].filter(
    ([name]) => name !== "pageNum" && name !== "pageSize",
  );
  return (
    <form method="get" action={path}>
      {kept.map(([name, value]) => (
        <input key={name + value} type="hidden" name={name} value={value} />
      ))}
      <select
        name="pageSize"
        aria-label="每页条数"
        key={pageSize}
        defaultValue={pageSize}
        onChange={(event) => {
          scrollToTop();
          navigate(href(1, Number(event.target.value)), { preventScrollReset: true });
        }}
      >
        {PAGE_SIZES.map((size) => (
          <option key={size} value={size}>
            {size} 条/页
          </option>
        ))}
      </select>
      <button type="submit" className="btn btn-outline btn-small">
        更改
      </button>
    </form>
  );
}
