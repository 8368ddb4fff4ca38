import { type ReactElement, type ReactNode, useEffect, useRef } from "react";

type Tone = "good" | "warn" | "bad";

/** Colour never stands alone: each tone has a sign and words of its own. */
const TONES: Record<Tone, { sign: string; words: string }> = {
  good: { sign: "✓", words: "签到成功" },
  warn: { sign: "!", words: "已经签到过" },
  bad: { sign: "✕", words: "不能签到" },
};

/** `words` in place of those of the tone. */
export type Shown = { tone: Tone; words?: string; lines: readonly string[] };

type Props = { readonly shown: Shown | undefined; readonly children?: ReactNode };

/** What came of a check-in, large enough to be read over a table. */
export function Result({ shown, children }: Props): ReactElement {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The button that was pressed may be a screen below.
    if (shown) box.current?.scrollIntoView({ block: "nearest" });
  }, [shown]);
  return (
    <div ref={box} className="door-result" data-tone={shown?.tone}>
      <div role="status" aria-live="assertive" aria-atomic="true">
        {shown ? (
          <>
            <p className="door-result-words">
              <span aria-hidden="true">{TONES[shown.tone].sign}</span>
              {shown.words ?? TONES[shown.tone].words}
            </p>
            {shown.lines.map((line) => (
              <p key={line}>{line}</p>
            ))}
          </>
        ) : (
          <p className="door-note">签到结果会显示在这里。</p>
        )}
      </div>
      {children}
    </div>
  );
}
