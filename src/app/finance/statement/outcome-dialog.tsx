import { Button, Modal } from "antd";
import { ShellLink } from "#src/office/menu/shell-link.tsx";
import type { LineRow, MatchResult } from "./wire.ts";

type Signs = MatchResult["signs"];

/** What became of several lines. */
export type Outcome = {
  done: number;
  refused: { row: LineRow; msg: string }[];
  /** Applications of which a part is still to be paid. */
  short: Signs;
  /** Applications for which more came in than was due. */
  over: Signs;
};

/** Lines that were refused, and applications with less or more than was due; until it has been read. */
export function OutcomeDialog({ outcome, onClose }: { outcome: Outcome; onClose: () => void }) {
  const { done, refused, short, over } = outcome;
  const left = refused.length > 0 ? `，${refused.length} 笔未办理` : "";
  return (
    <Modal
      open
      width={640}
      title={`确认到账：完成 ${done} 笔${left}`}
      footer={[
        <Button key="ok" type="primary" onClick={onClose}>
          知道了
        </Button>,
      ]}
      onCancel={onClose}
    >
      {refused.length > 0 && (
        <ul className="st-outcome" aria-label="未办理的流水">
          {refused.map(({ row, msg }) => (
            <li key={row.id}>
              <b>
                {row.payerName} {row.leftAmount} 元
              </b>
              <span className="st-bad">{msg}</span>
            </li>
          ))}
        </ul>
      )}
      {short.length > 0 && (
        <ul className="st-outcome" aria-label="尚未缴足的申请">
          {short.map(({ signId, name, leftAmount }) => (
            <li key={signId}>
              <b>{name}</b>
              <span>还差 {leftAmount} 元，已通知补缴</span>
            </li>
          ))}
        </ul>
      )}
      {over.length > 0 && (
        <ul className="st-outcome" aria-label="多缴的申请">
          {over.map(({ signId, applyNo, name, leftAmount }) => (
            <li key={signId}>
              <b>{name}</b>
              <span>
                多缴 {leftAmount.slice(1)} 元，
                <ShellLink to={`/finance/confirm?keyword=${applyNo}`}>办理退款</ShellLink>
              </span>
            </li>
          ))}
        </ul>
      )}
    </Modal>
  );
}
