import type { RefObject } from "react";
import { plainKey, useShortcuts } from "../keys/shortcuts.ts";

/** What of a list the arrows go to: rows of a table, and links or buttons that say they are one. */
const ROW = "tbody tr[tabindex], [data-row]";

/**
 * The keys of every list: `/` to the first filter, N for a new row, J and K or the arrows from row to
 * row, Esc takes the choice back. A table's rows have keys of their own, which come first.
 */
export function useListKeys({
  field,
  scroller,
  add,
  choice,
}: {
  field: RefObject<{ focus: () => void } | null>;
  scroller: RefObject<HTMLElement | null>;
  add: { label: string; run: () => void } | undefined;
  choice: { size: number; clear: () => void } | undefined;
}): void {
  const rows = () => [...(scroller.current?.querySelectorAll<HTMLElement>(ROW) ?? [])];
  const at = () => rows().findIndex((row) => row.matches(":focus"));
  useShortcuts([
    {
      keys: "/",
      label: "筛选",
      isSingle: true,
      matches: plainKey("/"),
      run: () => field.current?.focus(),
    },
    {
      keys: "N",
      label: add?.label ?? "新增",
      isSingle: true,
      matches: plainKey("n"),
      run: () => add?.run(),
    },
    {
      keys: "J",
      label: "下一行",
      isSingle: true,
      matches: (event) => plainKey("j")(event) || plainKey("ArrowDown")(event),
      run: () => rows()[at() + 1]?.focus(),
    },
    {
      keys: "K",
      label: "上一行",
      isSingle: true,
      matches: (event) => (plainKey("k")(event) || plainKey("ArrowUp")(event)) && at() >= 0,
      run: () => rows()[at() - 1]?.focus(),
    },
    {
      keys: "Esc",
      label: "取消选择",
      matches: (event) => (choice?.size ?? 0) > 0 && plainKey("Escape")(event),
      run: () => choice?.clear(),
    },
  ]);
}
