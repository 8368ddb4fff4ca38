import { isSameValue } from "#src/lib/declare/read-values.ts";
import type { DeclareValue, DeclareValues } from "#src/lib/declare/schema.ts";
import type { ItemWhole, Saved } from "../declaration/item/wire.ts";
import type { DeclareCopy } from "./local-copy.ts";

/** A declaration as it is being written: what the server has, and what was changed here since. */
export type Work = {
  info: ItemWhole;
  /** The server's values as this page knows them, and the version that they belong to. */
  base: DeclareValues;
  seen: number;
  values: DeclareValues;
  /** Fields that somebody else has changed as well: what they wrote. Not saved until one has chosen. */
  conflicts: Readonly<Record<string, DeclareValue>>;
};

const namesOf = (...records: DeclareValues[]): string[] => [
  ...new Set(records.flatMap((record) => Object.keys(record))),
];

const isChanged = ({ values, base }: Work, name: string): boolean =>
  !isSameValue(values[name], base[name]);

/** The fields that are to be sent. */
export const changedIn = (work: Work): string[] =>
  namesOf(work.values).filter(
    (name) => !Object.hasOwn(work.conflicts, name) && isChanged(work, name),
  );

export const hasClash = ({ conflicts }: Work): boolean => Object.keys(conflicts).length > 0;

export const picked = (values: DeclareValues, names: readonly string[]): DeclareValues =>
  Object.fromEntries(names.map((name) => [name, values[name] ?? ""]));

/** What the server does not have, for this device; undefined where it has all. */
export function copyOf(work: Work): DeclareCopy | undefined {
  const { seen: version, values, base, conflicts } = work;
  const names = namesOf(values).filter(
    (name) => Object.hasOwn(conflicts, name) || isChanged(work, name),
  );
  if (names.length === 0) return undefined;
  const clashes = Object.keys(conflicts);
  return { version, values: picked(values, names), base: picked(base, names), clashes };
}

/** The work on a declaration as the server tells it, gone on from what this device has kept. */
export function workOf(info: ItemWhole, kept: DeclareCopy | undefined): Work {
  const work: Work = {
    info,
    base: info.values,
    seen: info.version,
    values: info.values,
    conflicts: {},
  };
  if (!kept) return work;
  const values = { ...info.values, ...kept.values };
  const theirs = picked(info.values, kept.clashes ?? []);
  const clashes = Object.keys(theirs).filter((name) => !isSameValue(values[name], theirs[name]));
  return {
    ...work,
    seen: kept.version,
    base: { ...info.values, ...kept.base, ...theirs },
    values,
    conflicts: picked(theirs, clashes),
  };
}

/** The work after a saving was answered: what others wrote is taken over where nothing was typed here. */
export function taken(before: Work, sent: DeclareValues, answer: Saved): Work {
  const { version, conflicts, values: there } = answer;
  const base: DeclareValues = there ?? { ...before.base, ...sent };
  const values: Record<string, DeclareValue> = { ...before.values };
  if (there) {
    for (const name of namesOf(before.base, there)) {
      const isUntouched = isSameValue(before.values[name], before.base[name]);
      const theirs = there[name];
      if (isUntouched && !Object.hasOwn(sent, name) && theirs !== undefined) values[name] = theirs;
    }
  }
  const clashes = Object.fromEntries(conflicts.map((name) => [name, there?.[name] ?? ""]));
  return {
    ...before,
    seen: version,
    base,
    values,
    conflicts: { ...before.conflicts, ...clashes },
    info: { ...before.info, version },
  };
}

/** Of a field that both have changed: one's own text, or the other one. */
export function settled(before: Work, name: string, isMine: boolean): Work {
  const { [name]: theirs, ...conflicts } = before.conflicts;
  const values =
    isMine || theirs === undefined ? before.values : { ...before.values, [name]: theirs };
  return { ...before, conflicts, values };
}
