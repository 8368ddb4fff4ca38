import type { ReactElement } from "react";
import { SaveLine } from "#src/site/form/save-line.tsx";
import { Countdown } from "./countdown.tsx";
import type { ItemWork } from "./use-item.ts";

type Props = { readonly work: ItemWork | undefined; readonly isOfItem: boolean };

/** Batch, time that is left, and whether all that is typed is safe. */
export function DeclareHead({ work, isOfItem }: Props): ReactElement {
  const info = work?.info;
  return (
    <header className="declare-head">
      <div className="wrap">
        <div>
          <p className="declare-kicker">
            {info && isOfItem ? info.batchName : "课题、论文、案例与示范单位"}
          </p>
          <h1>项目申报</h1>
          {info && isOfItem ? (
            <p className="declare-which">
              <span>{info.title || "未填写名称"}</span>
              <span>{info.itemNo}</span>
              <span>{info.stateName}</span>
            </p>
          ) : null}
        </div>
        {work && info && isOfItem ? (
          <div className="declare-clock">
            {info.dueAt ? <Countdown until={info.dueAt} now={info.now} /> : null}
            {info.isWritable ? (
              <SaveLine state={work.state} onSave={() => void work.save()} />
            ) : null}
          </div>
        ) : null}
      </div>
    </header>
  );
}
