import { useState } from "react";
import { useCan } from "#src/office/account/can.tsx";
import { report } from "#src/office/calls/http.ts";
import { ask, notify } from "#src/office/calls/notify.ts";
import { ShellLink } from "#src/office/menu/shell-link.tsx";
import type { ProgressItem, SeatRow } from "../wire.ts";
import { tellPanels, unassign } from "./calls.ts";

const OPEN = 0;

/** The declarations of a batch that are with the experts, each with its own. */
export function ItemTable({
  rows,
  reviewers,
  onAdd,
  onReplace,
}: {
  rows: readonly ProgressItem[];
  reviewers: number;
  onAdd: (item: ProgressItem) => void;
  onReplace: (item: ProgressItem, reviewId: number) => void;
}) {
  const can = useCan();
  const mayAssign = can.permi(["declare:panel:assign"]);
  const [isLacking, setLacking] = useState(false);
  const shown = isLacking ? rows.filter(({ missing }) => missing > 0) : rows;
  const free = async (seat: SeatRow, item: ProgressItem) => {
    const isSure = await ask({
      title: `取消 ${seat.name} 对「${item.title}」的评审？`,
      text: "专家将不再看到这一件，已填写的内容保留到重新分配。",
      ok: "取消分配",
    });
    if (!isSure) return;
    try {
      await unassign(seat.id);
      notify.success("已取消分配");
      await tellPanels();
    } catch (error) {
      report(error);
    }
  };
  return (
    <section className="pn-card">
      <h2>
        {`申报（${rows.length} 件）`}
        <label className="pn-check">
          <input
            type="checkbox"
            checked={isLacking}
            onChange={({ target }) => setLacking(target.checked)}
          />
          只看专家不足的
        </label>
      </h2>
      {shown.length === 0 ? (
        <p className="pn-none">
          {rows.length === 0 ? "本批次没有处于专家评审的申报。" : "每一件都已分配够专家。"}
        </p>
      ) : (
        <ul className="pn-items">
          {shown.map((item) => (
            <li key={item.id}>
              <div className="pn-item">
                <ShellLink to={`/declaration/detail/${item.id}`} title={item.title}>
                  {item.title}
                </ShellLink>
                <p>
                  <span>{item.itemNo}</span>
                  <span>{item.category}</span>
                  <span>{item.unitName}</span>
                </p>
              </div>
              <ul className="pn-seats" aria-label={`「${item.title}」的专家`}>
                {item.seats.map((seat) => (
                  <li key={seat.id} data-state={seat.state}>
                    <b>{seat.name}</b>
                    <span>{seat.total ? `${seat.total} 分` : seat.stateName}</span>
                    {seat.reason ? <span className="pn-note">{seat.reason}</span> : null}
                    {mayAssign && seat.state === OPEN ? (
                      <>
                        <button
                          type="button"
                          className="o-link"
                          aria-label={`更换「${seat.name}」`}
                          onClick={() => onReplace(item, seat.id)}
                        >
                          更换
                        </button>
                        <button
                          type="button"
                          className="o-link"
                          aria-label={`取消分配「${seat.name}」`}
                          onClick={() => void free(seat, item)}
                        >
                          取消
                        </button>
                      </>
                    ) : null}
                  </li>
                ))}
                {item.missing > 0 ? <li data-missing="">{`还缺 ${item.missing} 位`}</li> : null}
                {mayAssign ? (
                  <li>
                    <button
                      type="button"
                      className="o-link"
                      aria-label={`增加专家「${item.title}」`}
                      onClick={() => onAdd(item)}
                    >
                      增加专家
                    </button>
                  </li>
                ) : null}
              </ul>
              <p className="pn-num">{`${item.done} / ${reviewers}`}</p>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
