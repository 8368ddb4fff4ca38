import { type ReactElement, useState } from "react";
import { formatDay } from "#src/lib/text/dates.ts";
import { ProblemLine } from "#src/site/form/problem-line.tsx";
import type { ItemWhole } from "../declaration/item/wire.ts";
import { NOT_SAVED, saveDocument } from "./save-document.ts";
import type { ItemWork } from "./use-item.ts";

type Props = { readonly userId: number; readonly info: ItemWhole; readonly work: ItemWork };

/** The form as a PDF, to be printed, signed and stamped; 草稿 stands across it until it is handed in. */
export function PrintForm({ info, work }: Props): ReactElement {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState("");
  const print = async () => {
    if (isBusy) return;
    setBusy(true);
    setProblem("");
    try {
      await work.save();
      const name = `申报书_${info.itemNo}_${formatDay(new Date())}.pdf`;
      setProblem(await saveDocument(`/api/declaration/item/form?id=${info.id}`, name));
    } catch {
      setProblem(NOT_SAVED);
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="declare-print">
      <button
        type="button"
        className="btn btn-outline btn-small"
        aria-disabled={isBusy}
        onClick={() => void print()}
      >
        {isBusy ? "正在制作…" : "下载申报书（PDF）"}
      </button>
      <span>打印后签字盖章，扫描或拍照上传到“上传材料”。</span>
      <ProblemLine text={problem} />
    </div>
  );
}
