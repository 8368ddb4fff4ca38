import type { ReactElement } from "react";
import { formatDateTime } from "#src/lib/text/dates.ts";
import type { SaveState } from "./use-draft.ts";

type Props = { readonly state: SaveState; readonly onSave: () => void };

/** Says whether all that is typed is safe. */
export function SaveLine({ state, onSave }: Props): ReactElement {
  return (
    <div className="apply-save" role="status">
      {state.kind === "clean" ? (
        <span>
          {state.at ? `已保存 ${formatDateTime(state.at).slice(11, 16)}` : "填写的内容会自动保存"}
        </span>
      ) : state.kind === "saving" ? (
        <span>正在保存…</span>
      ) : state.kind === "dirty" ? (
        <span>有未保存的修改</span>
      ) : state.kind === "failed" ? (
        <span data-wrong="">{`没有保存到网站：${state.text}。内容已留在这台设备上。`}</span>
      ) : (
        <span data-wrong="">这份申请在另一台设备上有更新，请载入最新内容后继续。</span>
      )}
      {state.kind === "conflict" ? (
        <button type="button" className="link" onClick={() => location.reload()}>
          载入最新内容
        </button>
      ) : state.kind === "dirty" || state.kind === "failed" ? (
        <button type="button" className="link" onClick={onSave}>
          立即保存
        </button>
      ) : null}
    </div>
  );
}
