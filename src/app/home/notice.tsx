import { type ReactElement, useEffect, useRef } from "react";
import { CloseIcon } from "../../site/drawings/icons.tsx";
import { useElder } from "../../site/elder/elder.ts";
import { NOTICE_KEY } from "../../site/elder/elder-script.ts";
import { Telephone } from "../../site/shell/footer.tsx";

/** The upgrade notice as the page shows it. Dates are `yyyy-MM-dd`, `id` changes with the content. */
export type NoticeFacts = {
  id: string;
  mode: "box" | "full";
  title: string;
  start: string;
  end: string;
  text: string;
  phone: string;
  /** Where all notices are, or empty. */
  href: string;
};

/** Remembers the notice as closed for this session and takes it away. */
function dismiss(id: string): void {
  document.documentElement.dataset.notice = id;
  try {
    sessionStorage.setItem(NOTICE_KEY, id);
  } catch {
    // Storage is forbidden: it is closed as long as the page lasts.
  }
}

const isDismissed = (id: string) => document.documentElement.dataset.notice === id;

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
      {notice.mode === "full" ? <Full notice={notice} /> : null}
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

/** Mode full: a modal dialog, which elder mode never opens. */
function Full({ notice }: { readonly notice: NoticeFacts }): ReactElement {
  const { id, title, start, end, text, phone, href } = notice;
  const dialog = useRef<HTMLDialogElement>(null);
  const isElder = useElder() !== 0;
  useEffect(() => {
    if (isElder || isDismissed(id)) return;
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, [id, isElder]);
  const close = () => dialog.current?.close();
  return (
    <dialog
      ref={dialog}
      className="notice-full"
      aria-labelledby="notice-title"
      onClose={() => dismiss(id)}
    >
      <div className="notice-full-head">
        <span>公告</span>
        <button type="button" aria-label="关闭公告" onClick={close}>
          <CloseIcon size={22} />
        </button>
      </div>
      <div className="notice-full-body">
        <h2 id="notice-title">{title}</h2>
        <p className="notice-dates" aria-hidden="true">
          <Day day={start} />
          <span className="notice-dash" />
          <Day day={end} />
        </p>
        <p>
          {title}：{start} 至 {end}，{text}
          {phone ? (
            <>
              ，电话 <b>{phone}</b>
            </>
          ) : null}
          。
        </p>
        <div className="notice-full-actions">
          {/* biome-ignore lint/a11y/noAutofocus: a dialog must take the focus, on its main action */}
          <button type="button" className="btn btn-primary" autoFocus onClick={close}>
            我知道了
          </button>
          {href ? (
            <a className="btn btn-outline" href={href} onClick={close}>
              查看全部通知
            </a>
          ) : null}
        </div>
      </div>
    </dialog>
  );
}

function Day({ day }: { readonly day: string }): ReactElement {
  return (
    <span className="notice-day">
      <small>{day.slice(0, 4)} 年</small>
      {day.slice(5)}
    </span>
  );
}
