import type { FieldFact, FieldFacts } from "../../lib/fields/facts.ts";
import { fenOf, moneyShown } from "../../lib/text/money.ts";
import { AddressText } from "../form/address-text.tsx";
import { DictTag } from "../form/dict.tsx";
import { textOf } from "../list/cells.tsx";
import type { Column, Filter } from "../list/crud-types.ts";

const titleOf = ({ label, short = label }: FieldFact) => short;

/** How a value of the kind is shown in a list. */
function looksOf<R>(fact: FieldFact, key: keyof R & string): Partial<Column<R>> {
  if (fact.kind === "whole") return { width: 110, isNumber: true, isSortable: true };
  if (fact.kind === "money") {
    return {
      width: 130,
      isNumber: true,
      isSortable: true,
      render: (row) => moneyShown(fenOf(String(row[key])) ?? 0),
    };
  }
  if (fact.kind === "flag") return { width: 100, render: (row) => (row[key] ? "是" : "否") };
  if (fact.kind === "address") {
    return { render: (row) => <AddressText href={String(row[key])} /> };
  }
  if (fact.kind === "choice" && fact.dict) {
    const { dict } = fact;
    return { width: 100, render: (row) => <DictTag type={dict} value={String(row[key])} /> };
  }
  if (fact.kind === "choice" && fact.words) {
    const { words } = fact;
    return { width: 100, render: (row) => words[String(row[key])] ?? textOf(row[key]) };
  }
  return {};
}

/** Makes the columns of an entity's list: title and looks by the field's facts, `own` beside them. */
export const columnOf =
  <R,>(facts: FieldFacts) =>
  (key: keyof R & string, own: Partial<Column<R>> = {}): Column<R> => {
    const fact = facts[key];
    return {
      key,
      title: fact ? titleOf(fact) : "",
      ...(fact ? looksOf<R>(fact, key) : {}),
      ...own,
    };
  };

/** The filters of a list by fields: texts, and choices. */
export const filtersOf = <F extends FieldFacts>(
  facts: F,
  ...names: readonly (keyof F & string)[]
): Filter[] =>
  names.flatMap((name): Filter[] => {
    const fact: FieldFact | undefined = facts[name];
    if (!fact) return [];
    const label = titleOf(fact);
    if (fact.kind !== "choice") return [{ kind: "text", name, label }];
    if (fact.dict) return [{ kind: "dict", name, label, dict: fact.dict }];
    const { values, words } = fact;
    const options = values.map((value) => ({ value, label: words?.[value] ?? value }));
    return [{ kind: "choice", name, label, options }];
  });

/** 创建时间, as most lists have it. */
export const MADE = { key: "createTime", title: "创建时间", width: 170, isExtra: true } as const;
