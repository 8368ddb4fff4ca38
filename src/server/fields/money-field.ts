import { checkMoney, fenOf } from "../../lib/text/money.ts";
import type { Field } from "./fields.ts";

/**
 * An amount of money from 0 to 9,999,999.99 yuan as people type it, read as fen (product 4.1). A number
 * counts as yuan; one with parts of a fen is refused.
 */
export function money(
  label: string,
  options: { missing?: string; isRequired?: boolean } = {},
): Field<number> {
  return {
    label,
    missing: options.isRequired ? (options.missing ?? `${label}不能为空`) : undefined,
    shape: { type: "string", description: "元，两位小数" },
    isMoney: true,
    read(value) {
      const text = typeof value === "string" || typeof value === "number" ? String(value) : "x";
      // A text of blanks for what may be empty.
      if (text.trim() === "") return { value: 0 };
      const wrong = checkMoney(text, { min: 0 });
      return wrong === undefined ? { value: fenOf(text) ?? 0 } : { error: wrong };
    },
  };
}
