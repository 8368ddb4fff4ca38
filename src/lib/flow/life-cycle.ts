import type { Permission } from "../menu/permission.ts";

/**
 * Who may take a step: who holds the permission, the person whose record it is, the account of the unit by
 * which it is handed in, or the clock.
 */
type Taker = Permission | "owner" | "unit" | "clock";

/** `note` tells states apart that people call by one name; from one that `isEnd` nothing leads on. */
type StateFacts = { name: string; note?: string; isEnd?: true };

/** Where a step leads that ends in no state: its record is gone. */
export const GONE = "gone";

/** @template S the states. */
export type StepFacts<S extends string> = {
  /** As refusals and the history call it: 提交审核. */
  name: string;
  by: readonly [Taker, ...Taker[]];
  /** States in which it may be taken, with those it may lead to from there. */
  moves: Readonly<Partial<Record<S, readonly (S | typeof GONE)[]>>>;
  /** Texts of a refusal in place of the usual one, by the state it is refused in. */
  refusals?: Readonly<Partial<Record<S, string>>>;
  /** Nobody but the person sees a difference: no history, no news, no page dropped. */
  isQuiet?: true;
  /** A page shows no button for it: it is part of another thing one does. */
  isHidden?: true;
};

/**
 * The life of a kind of record, as data: its states, its steps, who may take them and where they lead.
 * What people may do, how they are refused, the history, the tests of every step in every state and the
 * picture in docs/life-cycles.md all follow from it; src/server/flow/flow.ts acts on it.
 * @template S states. @template V steps.
 */
export type LifeCycle<S extends string = string, V extends string = string> = {
  /** Key of its rows in the history. */
  subject: string;
  /** What people call a record: 文章. */
  noun: string;
  /** States in which a record may begin. */
  starts: readonly S[];
  states: Readonly<Record<S, StateFacts>>;
  steps: Readonly<Record<V, StepFacts<S>>>;
};

/** The same list of states for each of these. */
export const from = <const F extends string, const T extends string>(
  states: readonly F[],
  to: readonly T[],
): Record<F, readonly T[]> =>
  Object.fromEntries(states.map((state) => [state, to])) as Record<F, readonly T[]>;

/** Steps that leave these states as they are. */
export const staying = <const S extends string>(states: readonly S[]): { [K in S]: readonly [K] } =>
  Object.fromEntries(states.map((state) => [state, [state]])) as unknown as {
    [K in S]: readonly [K];
  };

/** The steps that a person may take in a state and that have buttons, in the order of the data. */
export const stepsIn = <S extends string, V extends string>(
  { steps }: LifeCycle<S, V>,
  state: S,
): V[] =>
  (Object.entries(steps) as [V, StepFacts<S>][])
    .filter(([, { moves, by, isHidden }]) => {
      const isForPeople = by.some((taker) => taker !== "clock");
      return isForPeople && !isHidden && moves[state] !== undefined;
    })
    .map(([step]) => step);

/** Why a step cannot be taken in a state; undefined where it can. */
export function refusalOf<S extends string, V extends string>(
  { noun, states, steps }: LifeCycle<S, V>,
  step: V,
  state: S,
): string | undefined {
  const { moves, name, refusals } = steps[step];
  if (moves[state]) return undefined;
  return refusals?.[state] ?? `${noun}当前为“${states[state].name}”，不能${name}，请刷新后再看`;
}
