import { useState } from "react";
import { useOnChange } from "../tabs/use-on-change.ts";

/**
 * The ticked rows of a list, as they are now. Other rows, other choice: another page, order or filter
 * unticks all. The same question asked again, which the list does by itself, keeps what is still there.
 */
export function useRowChoice<K, R>(
  rows: readonly R[] | undefined,
  keyOf: (row: R) => K,
  /** What the list was asked for, as one text. */
  asked: string,
) {
  const [chosen, setChosen] = useState<ReadonlyMap<K, R>>(new Map());
  useOnChange(asked, () => setChosen(new Map()));
  useOnChange(rows, () => {
    const there = (rows ?? []).filter((row) => chosen.has(keyOf(row)));
    setChosen(new Map(there.map((row) => [keyOf(row), row])));
  });
  return [chosen, setChosen] as const;
}
