import { shortTime } from "#src/lib/short-time.ts";
import { useCan } from "#src/office/account/can.tsx";
import { Mark } from "#src/office/form/dict.tsx";
import type { PanelRow } from "../wire.ts";

const CLASSES = ["warning", "success", "info", "info"] as const;

const markOf = ({ state, stateName }: Pick<PanelRow, "state" | "stateName">) => ({
  dictLabel: stateName,
  listClass: CLASSES[state] ?? "info",
  cssClass: "",
});

/** The experts of a batch with what they have and what they have done. */
export function ExpertTable({
  rows,
  perExpert,
  isOverdue,
  onRemind,
  onRemove,
}: {
  rows: readonly PanelRow[];
  perExpert: number;
  isOverdue: boolean;
  onRemind: (row: PanelRow) => void;
  onRemove: (row: PanelRow) => void;
}) {
  const can = useCan();
  const mayInvite = can.permi(["declare:panel:invite"]);
  return (
    <section className="pn-card">
      <h2>{`专家（${rows.length} 位）`}</h2>
      {rows.length === 0 ? (
        <p className="pn-none">还没有邀请专家。先在“评审专家”里建好名单，再点“邀请专家”。</p>
      ) : (
        <div className="pn-scroll">
          <table>
            <thead>
              <tr>
                {[
                  "姓名",
                  "单位",
                  "研究领域",
                  "状态",
                  "已交 / 分配",
                  "回避",
                  "上次提醒",
                  "操作",
                ].map((title) => (
                  <th key={title} scope="col">
                    {title}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => {
                const has = row.open + row.done;
                const isActive = row.state === 0 || row.state === 1;
                return (
                  <tr key={row.id}>
                    <th scope="row">{row.name}</th>
                    <td>{row.unitName}</td>
                    <td>{row.field}</td>
                    <td>
                      <Mark entry={markOf(row)} />
                      {row.reason ? <span className="pn-note">{row.reason}</span> : null}
                    </td>
                    <td className="pn-num">
                      {`${row.done} / ${has}`}
                      {has >= perExpert ? <span className="pn-note">已满</span> : null}
                      {isOverdue && row.state === 1 && row.open > 0 ? (
                        <span className="pn-late">逾期</span>
                      ) : null}
                    </td>
                    <td className="pn-num">{row.recused || "—"}</td>
                    <td>{row.remindedAt ? shortTime(row.remindedAt) : "—"}</td>
                    <td className="pn-acts">
                      {mayInvite && isActive && (row.state === 0 || row.open > 0) ? (
                        <button
                          type="button"
                          className="o-link"
                          aria-label={`提醒「${row.name}」`}
                          onClick={() => onRemind(row)}
                        >
                          提醒
                        </button>
                      ) : null}
                      {mayInvite && isActive ? (
                        <button
                          type="button"
                          className="o-link"
                          aria-label={`移出「${row.name}」`}
                          onClick={() => onRemove(row)}
                        >
                          移出
                        </button>
                      ) : null}
                      {isActive ? null : "—"}
                    </td>
                  </tr>
                );
              })}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}
