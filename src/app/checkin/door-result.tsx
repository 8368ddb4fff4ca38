import { type ReactElement, useMemo } from "react";
import { Result, type Shown } from "./result.tsx";
import type { DoorState, Told } from "./use-door.ts";

function shownOf(told: Told): Shown {
  if (told.kind === "failed") return { tone: "bad", words: "没有签到", lines: [told.text] };
  if (told.kind === "noted") {
    const { name, unit, seatNo, isKnown } = told;
    const lines = [name, unit, seatNo && `座位 ${seatNo}`].filter(Boolean);
    return isKnown
      ? { tone: "good", words: "离线签到", lines: [...lines, "已存在本机，联网后自动上传"] }
      : { tone: "warn", words: "已记下", lines: ["这个签到码联网后核对，结果会显示在本页"] };
  }
  if (told.kind === "walkIn") {
    return { tone: "good", lines: [told.name, `现场登记，报名序号 ${told.serial}`] };
  }
  const { outcome, text, name, unit, seatNo } = told.outcome;
  const tone = outcome === "in" ? "good" : outcome === "again" ? "warn" : "bad";
  const lines = [name, unit, seatNo && `座位 ${seatNo}`, outcome === "in" ? "" : text];
  return { tone, lines: lines.filter(Boolean) };
}

type Props = Pick<DoorState, "told" | "isBusy">;

/** What came of the last check-in at this door. */
export function DoorResult({ told, isBusy }: Props): ReactElement {
  const shown = useMemo(() => told && shownOf(told), [told]);
  const canNote = told?.kind === "failed" ? told.canNote : undefined;
  return (
    <Result shown={shown}>
      {canNote ? (
        <button
          type="button"
          className="btn btn-primary"
          aria-disabled={isBusy}
          onClick={() => void canNote()}
        >
          先记下
        </button>
      ) : null}
    </Result>
  );
}
