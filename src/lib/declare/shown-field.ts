import { moneyShown } from "../text/money.ts";
import { filledRows, sumOf, textIn } from "./read-values.ts";
import type { DeclareField, DeclareValues } from "./schema.ts";

export type ShownField =
  | { kind: "text"; text: string }
  | {
      kind: "table";
      heads: readonly string[];
      rows: readonly (readonly string[])[];
      /** 合计 of the column that has one, or empty. */
      sum: string;
    };

/** What a field says, to be read; empty where nothing was typed. */
export function shownField(field: DeclareField, values: DeclareValues): ShownField {
  if (field.kind === "rows") {
    const rows = filledRows(values, field.name);
    return {
      kind: "table",
      heads: field.parts.map(({ label }) => label),
      rows: rows.map((row) => field.parts.map(({ name }) => row[name] ?? "")),
      sum: field.sum ? `合计 ${moneyShown(sumOf(rows, field.sum))} 元` : "",
    };
  }
  const text = textIn(values, field.name);
  if (field.kind === "promise") return { kind: "text", text: text === "1" ? "已承诺" : "" };
  return { kind: "text", text };
}
