import { Pagination } from "antd";
import { cloneElement, isValidElement } from "react";
import { PAGE_SIZES } from "../../lib/pager.ts";
import { useIsMobile } from "../shell/use-media.ts";

/** specification 9: to the top in 800 ms. */
const SCROLL_MS = 800;

const easeInOut = (part: number) => (part < 0.5 ? 2 * part * part : 1 - (2 - 2 * part) ** 2 / 2);

/** Moves a scroller to its top; at once for people who want no motion. */
export function scrollToTop(element: Element | null | undefined): void {
  if (!element || element.scrollTop === 0) return;
  if (window.matchMedia("(prefers-reduced-motion: reduce)").matches) {
    element.scrollTop = 0;
    return;
  }
  const from = element.scrollTop;
  const began = performance.now();
  let last = from;
  const step = (now: number) => {
    // A person who scrolls meanwhile ends it.
    if (Math.abs(element.scrollTop - last) > 2) return;
    const part = Math.min(1, (now - began) / SCROLL_MS);
    element.scrollTop = from * (1 - easeInOut(part));
    last = element.scrollTop;
    if (part < 1) requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
}

/** Pages of a list: sizes 10/20/30/50, 7 numbers, or 5 below 992 px. */
export function Pager({
  total,
  pageNum,
  pageSize,
  isMore = false,
  onTurn,
}: {
  total: number;
  /** There are more rows than `total`. */
  isMore?: boolean;
  pageNum: number;
  pageSize: number;
  onTurn: (pageNum: number, pageSize: number) => void;
}) {
  const isMobile = useIsMobile();
  return (
    <Pagination
      className="cr-pager"
      size="small"
      total={total}
      // The server answers a later page with the last one.
      current={Math.min(pageNum, Math.max(1, Math.ceil(total / pageSize)))}
      pageSize={pageSize}
      pageSizeOptions={[...PAGE_SIZES]}
      showSizeChanger={!isMobile}
      showQuickJumper={!isMobile}
      showLessItems={isMobile}
      showTotal={(count) => `共 ${count.toLocaleString("zh-CN")} 条${isMore ? "以上" : ""}`}
      // Its own arrows are called "left" and "right".
      itemRender={(_page, type, original) => {
        const words = type === "prev" ? "上一页" : type === "next" ? "下一页" : undefined;
        return words && isValidElement<{ "aria-label"?: string }>(original)
          ? cloneElement(original, { "aria-label": words })
          : original;
      }}
      onChange={(page, size) => onTurn(size === pageSize ? page : 1, size)}
    />
  );
}
