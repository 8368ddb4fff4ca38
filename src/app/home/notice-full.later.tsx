import { type ReactElement, useEffect, useRef } from "react";
import { CloseIcon } from "../../site/drawings/icons.tsx";
import { useElder } from "../../site/elder/elder.ts";
import type { NoticeFacts } from "./notice/wire.ts";
import { dismiss, isDismissed } from "./notice-facts.ts";

/** Mode full: a modal dialog, which elder mode never opens. */
export default function NoticeFull({ notice }: { readonly notice: NoticeFacts }): ReactElement {
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
