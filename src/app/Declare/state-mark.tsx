import type { ReactElement } from "react";
import { type BatchPhase, PHASES } from "#src/lib/declare/words.ts";

/** What one has to do oneself, what is good, what has come to nothing; others wait. */
const TONES: Readonly<Record<number, string>> = {
  0: "own",
  3: "own",
  6: "good",
  7: "good",
  8: "good",
  9: "good",
  11: "good",
  12: "bad",
  13: "bad",
  14: "off",
};

export const StateMark = ({
  state,
  name,
}: {
  readonly state: number;
  readonly name: string;
}): ReactElement => (
  <span className="declare-mark" data-tone={TONES[state] ?? "wait"}>
    {name}
  </span>
);

export const PhaseMark = ({ phase }: { readonly phase: BatchPhase }): ReactElement => (
  <span className="declare-mark" data-tone={phase === "open" ? "good" : "wait"}>
    {PHASES[phase]}
  </span>
);
