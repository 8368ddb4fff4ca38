import type { ReactElement } from "react";
import { formatDateTime } from "#src/lib/text/dates.ts";
import "./form.css";

export type SaveState =
  | { kind: "clean"; at: Date | undefined }
  | { kind: "dirty" }
  | { kind: "saving" }
  /** What is typed is kept on this device. */
  | { kind: "failed"; text: string }
  /** Somebody saved it elsewhere meanwhile: it is read anew. */
  | { kind: "conflict"; text: string }
  /** Somebody changed the same field: the person chooses between both texts. */
  | { kind: "clash"; text: string };

type Props = { readonly state: SaveState; readonly onSave: () => void };

const wordsOf = (state: SaveState): string => {
  if (state.kind === "saving") return "正在保存…";
  if (state.kind === "dirty") return "有未保存的修改";
  if (state.kind === "failed") return `没有保存到网站：${state.text}。内容已留在这台设备上。`;
  if (state.kind !== "clean") return state.text;
  return state.at ? `已保存 ${formatDateTime(state.at).slice(11, 16)}` : "填写的内容会自动保存";
};

/** Says whether all that is typed is safe. */
export function SaveLine({ state, onSave }: Props): ReactElement {
  const isWrong = ["failed", "conflict", "clash"].includes(state.kind);
  return (
    <p className="save-line" role="status">
      <span data-wrong={isWrong ? "" : undefined}>{wordsOf(state)}</span>
      {state.kind === "conflict" ? (
        <button type="button" className="link" onClick={() => location.reload()}>
          载入最新内容
        </button>
      ) : state.kind === "dirty" || state.kind === "failed" ? (
        <button type="button" className="link" onClick={onSave}>
          立即保存
        </button>
      ) : null}
    </p>
  );
}
