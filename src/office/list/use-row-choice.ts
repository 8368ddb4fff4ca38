import { useRef, useState } from "react";
import { useOnChange } from "../tabs/use-on-change.ts";

/**
 * The ticked rows of a list, as they are now. Other rows, other choice: another page, order or filter
 * unticks all. The same question asked again, which the list does by itself, keeps what is still there.
 */
export function useRowChoice<K extends string | number, R>(
  rows: readonly R[] | undefined,
  keyOf: (row: R) => K,
  /** What the list was asked for, as one text; undefined: the choice goes over several pages. */
  question: string | undefined,
  /** Rows that are ticked when a question is answered for the first time. */
  isTicked?: (row: R) => boolean,
) {
  const [chosen, setChosen] = useState<ReadonlyMap<K, R>>(new Map());
  const answered = useRef<string>(undefined);
  useOnChange(question, () => setChosen(new Map()));
  useOnChange(rows, () => {
    if (question === undefined) return;
    if (isTicked && rows && answered.current !== question) {
      answered.current = question;
      setChosen(new Map(rows.filter(isTicked).map((row) => [keyOf(row), row])));
      return;
    }
    const there = (rows ?? []).filter((row) => chosen.has(keyOf(row)));
    setChosen(new Map(there.map((row) => [keyOf(row), row])));
  });
  return {
    rows: [...chosen.values()],
    keys: [...chosen.keys()],
    size: chosen.size,
    has(key: K): boolean {
      return chosen.has(key);
    },
    /** Ticks or unticks those of the shown rows that have these keys. */
    tick(keys: readonly K[], isOn: boolean): void {
      const next = new Map(chosen);
      for (const row of rows ?? []) {
        const key = keyOf(row);
        if (!keys.includes(key)) continue;
        if (isOn) next.set(key, row);
        else next.delete(key);
      }
      setChosen(next);
    },
    clear: (): void => setChosen(new Map()),
  };
}

export type RowChoice<K extends string | number, R> = ReturnType<typeof useRowChoice<K, R>>;
