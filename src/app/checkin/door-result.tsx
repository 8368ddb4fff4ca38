import { type ReactElement, useEffect, useRef } from "react";
import type { DoorState, Told } from "./use-door.ts";

type Tone = "good" | "warn" | "bad";

/** Colour never stands alone: each tone has a sign and words of its own. */
const TONES: Record<Tone, { sign: string; words: string }> = {
  good: { sign: "✓", words: "签到成功" },
  warn: { sign: "!", words: "已经签到过" },
  bad: { sign: "✕", words: "不能签到" },
};

type Shown = { tone: Tone; words: string; lines: string[] };

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
    const { words } = TONES.good;
    return { tone: "good", words, lines: [told.name, `现场登记，报名序号 ${told.serial}`] };
  }
  const { outcome, text, name, unit, seatNo } = told.outcome;
  const tone: Tone = outcome === "in" ? "good" : outcome === "again" ? "warn" : "bad";
  const lines = [name, unit, seatNo && `座位 ${seatNo}`, outcome === "in" ? "" : text];
  return { tone, words: TONES[tone].words, lines: lines.filter(Boolean) };
}

type Props = Pick<DoorState, "told" | "isBusy">;

/** What came of the last check-in, large enough to be read over a table. */
export function DoorResult({ told, isBusy }: Props): ReactElement {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The button that was pressed may be a screen below.
    if (told) box.current?.scrollIntoView({ block: "nearest" });
  }, [told]);
  const shown = told && shownOf(told);
  const canNote = told?.kind === "failed" ? told.canNote : undefined;
  return (
    <div ref={box} className="door-result" data-tone={shown?.tone}>
      <div role="status" aria-live="assertive" aria-atomic="true">
        {shown ? (
          <>
            <p className="door-result-words">
              <span aria-hidden="true">{TONES[shown.tone].sign}</span>
              {shown.words}
            </p>
            {shown.lines.map((line) => (
              <p key={line}>{line}</p>
            ))}
          </>
        ) : (
          <p className="door-note">签到结果会显示在这里。</p>
        )}
      </div>
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
    </div>
  );
}
