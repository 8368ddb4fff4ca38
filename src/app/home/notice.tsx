import { type ReactElement, useEffect } from "react";
import { CloseIcon } from "../../site/drawings/icons.tsx";
import { Telephone } from "../../site/footer/telephone.tsx";
import type { NoticeFacts } from "./notice/wire.ts";
import { dismiss, isDismissed } from "./notice-facts.ts";
import NoticeFull from "./notice-full.later.tsx";

/**
 * Reads, in these words: 系统升级维护：2025-09-02 至 2025-09-04，期间服务暂停，如有需要请联系老师，
 * 电话 010-… The commas that the layout makes needless are kept for ears and search engines.
 */
export function Notice({ notice }: { readonly notice: NoticeFacts }): ReactElement {
  // Another notice than the closed one: the attribute that hides any is taken off.
  useEffect(() => {
    if (!isDismissed(notice.id)) delete document.documentElement.dataset.notice;
  }, [notice.id]);
  return (
    <>
      <Box notice={notice} />
      {notice.mode === "full" ? <NoticeFull notice={notice} /> : null}
    </>
  );
}

/** <details>, so that it folds without JavaScript; with it, closing takes it away. */
function Box({ notice }: { readonly notice: NoticeFacts }): ReactElement {
  const { id, title, start, end, text, phone } = notice;
  return (
    <aside className="notice wrap" data-mode={notice.mode} aria-label="公告">
      <details open onToggle={(event) => !event.currentTarget.open && dismiss(id)}>
        <summary>
          <span className="when-open">
            <CloseIcon size={20} />
            <span className="sr-only">关闭公告</span>
          </span>
          <span className="when-shut">{title}公告，点这里展开</span>
        </summary>
        <div className="notice-body">
          <span className="notice-plate" aria-hidden="true" />
          <p className="notice-words">
            <strong className="notice-title">
              {title}
              <span className="sr-only">：</span>
            </strong>
            <span className="notice-rest">
              <span>
                <b>
                  <span>{start}</span> 至 <span>{end}</span>
                </b>
                ，{text}
                {phone ? <span className="notice-comma">，</span> : null}
              </span>
              {phone ? (
                <span className="notice-phone">
                  <span>电话 </span>
                  <Telephone phone={phone} />
                </span>
              ) : null}
            </span>
          </p>
        </div>
      </details>
    </aside>
  );
}
