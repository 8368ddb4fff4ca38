import { between, type Random } from "#src/lib/art/random.ts";
import type { SignKind } from "#src/lib/membership/fees.ts";
import type { SignState } from "#src/lib/membership/sign-life.ts";
import { daysAfter, daysBetween, type TermDays, termOf } from "#src/lib/membership/terms.ts";

/** One application of somebody in the demo: what was asked for, and how far it came. */
export type DemoSign = {
  kind: SignKind;
  state: SignState;
  years: number;
  /** Days in Shanghai. */
  begunOn: string;
  /** When it was handed in; empty for a draft. */
  submittedOn: string;
  /** Of one that is done: the payment, the confirmation and what it bought. */
  paidOn: string;
  doneOn: string;
  term: TermDays | undefined;
};

/** What became of somebody: terms that older books knew, and applications in their order. */
export type DemoLife = {
  older: TermDays | undefined;
  manualState: "" | "suspended" | "resigned" | "expelled";
  signs: DemoSign[];
};

const whole = (next: Random, low: number, high: number) => Math.floor(between(next, low, high + 1));

/** A member taken over from older books, with one term. `days`: from today to the end of the term, negative where it has ended. */
export function olderLife(
  next: Random,
  today: string,
  endsIn: readonly [low: number, high: number],
  manualState: DemoLife["manualState"] = "",
): DemoLife {
  const toOn = daysAfter(today, whole(next, ...endsIn));
  return { older: { fromOn: daysAfter(toOn, -364), toOn }, manualState, signs: [] };
}

function doneSign(
  next: Random,
  kind: SignKind,
  paidOn: string,
  years: number,
  lastTo: string | undefined,
): DemoSign {
  const submittedOn = daysAfter(paidOn, -whole(next, 4, 12));
  return {
    kind,
    state: "done",
    years,
    begunOn: daysAfter(submittedOn, -whole(next, 0, 3)),
    submittedOn,
    paidOn,
    doneOn: daysAfter(paidOn, whole(next, 1, 2)),
    term: termOf(paidOn, years, lastTo),
  };
}

/** Joined within the last three years; renews each year with a few exceptions, as far as today. */
export function memberLife(next: Random, today: string): DemoLife {
  const joined = doneSign(
    next,
    "NEW",
    daysAfter(today, -whole(next, 12, 1_090)),
    next() < 0.15 ? 2 : 1,
    undefined,
  );
  const signs = [joined];
  for (;;) {
    const lastTo = signs.at(-1)?.term?.toOn ?? today;
    const paidOn = daysAfter(lastTo, whole(next, -55, 60));
    if (next() < 0.15 || daysBetween(paidOn, today) < 4) break;
    signs.push(doneSign(next, "RENEW", paidOn, 1, lastTo));
  }
  return { older: undefined, manualState: "", signs };
}

/** How many days ago an application in this state began, at least and at most. */
const AGES: Readonly<Partial<Record<SignState, readonly [number, number]>>> = {
  draft: [0, 20],
  checking: [0, 6],
  returned: [4, 20],
  council: [8, 30],
  waitPay: [5, 40],
  payReview: [5, 15],
  payFailed: [8, 25],
  rejected: [40, 400],
  withdrawn: [20, 300],
  closed: [80, 300],
};

/** One whose application is not done. */
export function openLife(next: Random, today: string, state: SignState): DemoLife {
  return { older: undefined, manualState: "", signs: [openSign(next, today, state, "NEW")] };
}

export function openSign(next: Random, today: string, state: SignState, kind: SignKind): DemoSign {
  const [low, high] = AGES[state] ?? [1, 5];
  const submittedOn = daysAfter(today, -whole(next, low, high));
  return {
    kind,
    state,
    years: 1,
    begunOn: daysAfter(submittedOn, -whole(next, 0, 3)),
    submittedOn: state === "draft" ? "" : submittedOn,
    paidOn: "",
    doneOn: "",
    term: undefined,
  };
}
