import { shownDay } from "../../lib/text/undated.ts";
import { CloseIcon } from "../../site/drawings/icons.tsx";
import EmptyState from "../../site/lists/empty-state.later.tsx";
import { Pagination } from "../../site/lists/pagination.tsx";
import { ArticleLink } from "../../site/reading/article-link.tsx";
import { type SearchAddress, searchHref } from "./address.ts";
import type { SearchResult, SearchRow, Segment } from "./service.server.ts";

type Row = SearchRow & { path: { label: string; href: string }[] };

/** The loader's result. */
export type SearchFound = Omit<SearchResult, "rows"> & {
  rows: Row[];
  /** Categories the results are limited to. */
  chosen: { id: number; name: string }[];
  seconds: string;
};

type ResultsProps = { address: SearchAddress; found: SearchFound };

export function SearchResults({ address, found }: ResultsProps) {
  const hasFilter = found.chosen.length > 0 || address.range !== "";
  return (
    <section className="search-results" aria-label="搜索结果">
      <div className="search-bar">
        {hasFilter ? <Chips address={address} found={found} /> : <span />}
        <Sorting address={address} />
      </div>
      {found.rows.length === 0 ? (
        <NothingFound address={address} hasFilter={hasFilter} />
      ) : (
        <ol className="search-rows">
          {found.rows.map((row) => (
            <ResultRow key={row.id} row={row} />
          ))}
        </ol>
      )}
      <Pagination
        total={found.listed}
        pageNum={found.pageNum}
        pageSize={address.pageSize}
        href={(pageNum, pageSize) => searchHref(address, { pageNum, pageSize })}
      />
      {found.total > found.listed ? (
        <p className="search-limit">
          只列出前 {found.listed} 条。要看其余的，请增加搜索词，或用栏目与时间缩小范围。
        </p>
      ) : null}
    </section>
  );
}

/** Number, time and order of the results, and the changes made to the query. */
export function SearchSummary({ address, found }: ResultsProps) {
  const { total, isMore, seconds, isCut, strictness } = found;
  const count = isMore ? `超过 ${total.toLocaleString("zh-CN")}` : ` ${total}`;
  const order = address.sort === "newest" ? "按发布时间排列" : "按相关程度排列";
  return (
    <div className="search-summary" role="status">
      <p>
        找到{count} 条，用时 {seconds} 秒{total > 1 ? `。${order}` : ""}
      </p>
      {isCut ? <p className="search-note">查询过长，已按前 100 个字搜索。</p> : null}
      {strictness === "any" && total > 0 ? (
        <p className="search-note">没有同时包含所有词语的文章，以下文章包含其中一部分。</p>
      ) : null}
    </div>
  );
}

const RANGE_NAMES = { month: "近一个月", year: "近一年", older: "一年以前" };

function rangeName({ range, from, to }: SearchAddress): string {
  if (range === "") return "";
  if (range !== "custom") return RANGE_NAMES[range];
  if (from && to) return `${from} 至 ${to}`;
  return from ? `${from} 起` : `${to} 止`;
}

const NO_RANGE = { range: "", from: "", to: "" } as const;

/** The chosen filters, each with a cross that removes it. */
function Chips({ address, found }: ResultsProps) {
  const range = rangeName(address);
  return (
    <ul className="search-chips" aria-label="已选条件">
      {found.chosen.map(({ id, name }) => (
        <Chip
          key={id}
          label={name}
          href={searchHref(address, { typeIds: address.typeIds.filter((each) => each !== id) })}
        />
      ))}
      {range ? <Chip label={range} href={searchHref(address, NO_RANGE)} /> : null}
      <li>
        <a className="link" href={searchHref(address, { typeIds: [], ...NO_RANGE })}>
          全部清除
        </a>
      </li>
    </ul>
  );
}

function Chip({ label, href }: { label: string; href: string }) {
  return (
    <li>
      <a className="search-chip" href={href} aria-label={`取消：${label}`}>
        {label}
        <CloseIcon size={12} />
      </a>
    </li>
  );
}

function Sorting({ address }: { address: SearchAddress }) {
  const link = (sort: SearchAddress["sort"], label: string) => (
    <a
      href={searchHref(address, { sort })}
      aria-current={address.sort === sort ? "true" : undefined}
    >
      {label}
    </a>
  );
  return (
    <nav aria-label="排序">
      <span>排序</span>
      {link("relevance", "相关程度")}
      {link("newest", "最新发布")}
    </nav>
  );
}

/** Texts with the hits marked. */
function Marked({ segments }: { segments: Segment[] }) {
  let at = 0;
  return segments.map(({ text, hit }) => {
    const key = at;
    at += text.length;
    return hit ? <mark key={key}>{text}</mark> : <span key={key}>{text}</span>;
  });
}

function ResultRow({ row }: { row: Row }) {
  const day = shownDay(row.createTime);
  return (
    <li>
      <h2>
        {row.visible === "public" ? null : (
          <span className="search-tag">{row.visible === "member" ? "会员" : "登录"}</span>
        )}
        <ArticleLink article={row}>
          <Marked segments={row.title} />
        </ArticleLink>
      </h2>
      <p>
        <Marked segments={row.excerpt} />
      </p>
      <p className="search-meta">
        <span>
          {row.path.map((item, index) => (
            <span key={item.href}>
              {index > 0 ? " / " : ""}
              <a className="link" href={item.href}>
                {item.label}
              </a>
            </span>
          ))}
        </span>
        {day ? <time dateTime={day}>{day}</time> : null}
        <span>阅读 {row.reads}</span>
      </p>
    </li>
  );
}

function NothingFound({ address, hasFilter }: { address: SearchAddress; hasFilter: boolean }) {
  const cleared = searchHref(address, { typeIds: [], ...NO_RANGE });
  return (
    <div className="search-empty">
      <EmptyState
        drawing="empty"
        title={hasFilter ? "所选范围内没有相关文章" : "没有找到相关文章"}
        text={
          hasFilter
            ? "去掉一部分筛选条件，或换一个词再试。"
            : "请检查有没有错字，换一个说法，或减少词语后再试。"
        }
        action={
          <a className="btn btn-outline" href={hasFilter ? cleared : "/"}>
            {hasFilter ? "清除筛选" : "返回首页"}
          </a>
        }
      />
    </div>
  );
}
