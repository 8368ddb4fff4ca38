import { SIGN_LIFE, type SignState, stateOfCode } from "#src/lib/membership/sign-life.ts";
import { urgencyOf } from "#src/lib/text/urgency.ts";

/** What asks for attention: amber waits for staff, red was sent back or refused. */
const TONES: Readonly<Record<SignState, "green" | "blue" | "amber" | "red" | "grey">> = {
  draft: "grey",
  checking: "amber",
  returned: "red",
  council: "amber",
  waitPay: "blue",
  payReview: "amber",
  payFailed: "red",
  done: "green",
  rejected: "red",
  withdrawn: "grey",
  closed: "grey",
  voided: "grey",
};

/** The state as a dot and a word. */
export function StateMark({ state }: { state: number }) {
  const name = stateOfCode(state);
  return (
    <span className="sr-state" data-tone={TONES[name]}>
      <i className="o-dot" aria-hidden="true" />
      {SIGN_LIFE.states[name].name}
    </span>
  );
}

/** How much time is left, or has gone; for the owner's turn it says whose it is. */
export function DueMark({ dueAt, isOwnersTurn }: { dueAt: string | null; isOwnersTurn: boolean }) {
  if (!dueAt) return <span className="cr-faint">—</span>;
  const { text, tone } = urgencyOf(dueAt, new Date());
  return (
    <span className="sr-state" data-tone={isOwnersTurn && tone === "amber" ? "grey" : tone}>
      <i className="o-dot" aria-hidden="true" />
      {isOwnersTurn ? `申请人${text}` : text}
    </span>
  );
}
