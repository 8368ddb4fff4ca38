import { imports } from "./imports.ts";
import { type Column, isAudit, isMoment, isNumber, type Model, maxOf } from "./model.ts";
import { array, call, type Doc, hard, indent, object, print, tall, tallArray } from "./print.ts";
import { numberOf, str } from "./words.ts";

/** `name("标签", { a: 1 })`. */
const fieldCall = (name: string, label: string, options: readonly Doc[]): Doc =>
  options.length === 0 ? `${name}(${label})` : call(name, [label, object(options)]);

type Used = { fields: Set<string>; values: Set<string> };

function fieldOf(column: Column, model: Model, used: Used): Doc {
  const { kind, dict, html } = column;
  const label = str(column.label);
  const required = column.isRequired ? ["isRequired: true"] : [];
  const fields = (name: string, ...options: Doc[]) => {
    used.fields.add(name);
    return fieldCall(name, label, [...options, ...required]);
  };
  const values = (name: string, ...options: Doc[]) => {
    used.values.add(name);
    return fieldCall(name, label, [...options, ...required]);
  };
  if (column === model.tree?.parent || column === model.owner?.key) return values("idOf");
  if (dict && dict.entries.length > 0 && html !== "checkbox") {
    used.fields.add("choice");
    const said = dict.entries.map(({ value }) => str(value));
    const allowed = column.isRequired ? said : ['""', ...said];
    return column.isRequired
      ? call("choice", [label, array(allowed), "{ isRequired: true }"])
      : call("choice", [label, array(allowed)]);
  }
  switch (kind) {
    case "integer":
    case "bigint":
      return fields(
        "whole",
        ...(column === model.order ? [] : [`max: ${numberOf(maxOf(column))}`]),
      );
    case "decimal":
      return values("decimal", `digits: ${column.digits}`, `scale: ${column.scale}`);
    case "moment":
    case "day":
      return values("moment");
    case "boolean":
      used.fields.add("flag");
      return `flag(${label})`;
    default:
      if (html === "editor") return values("html", `max: ${numberOf(column.max)}`);
      return fields("text", `max: ${numberOf(column.max)}`);
  }
}

const quoted = (columns: readonly Column[]): Doc =>
  array(columns.map(({ property }) => str(property)));

/** A column of the sheet; a dictionary's values by their labels where they can be keys. */
function sheetColumn({ label, property, dict }: Column): Doc {
  const entries = dict?.entries ?? [];
  const isPlain = (pattern: RegExp) => entries.every(({ value }) => pattern.test(value));
  const canBeKeys =
    entries.length > 0 && (isPlain(/^(0|[1-9]\d{0,5})$/) || isPlain(/^[A-Za-z][A-Za-z0-9_]*$/));
  const labels = canBeKeys
    ? [object(entries.map((each) => `${each.value}: ${str(each.label)}`))]
    : [];
  return array([str(label), str(property), ...labels]);
}

/** Columns that a form shows, in their order. */
export const written = (model: Model): Column[] =>
  model.columns.filter((column) => column.isWritten && !column.isPk && !isAudit(column));

const filtersOf = (model: Model): Doc[] => {
  const like = model.columns.filter(({ query }) => query === "like");
  const equals = model.columns.filter(({ query }) => query === "equals");
  return [
    ...(like.length > 0 ? [["like: ", quoted(like)]] : []),
    ...(equals.length > 0 ? [["equals: ", quoted(equals)]] : []),
  ];
};

/** api.server.ts. */
export function apiFile(model: Model): string {
  const used: Used = { fields: new Set(), values: new Set() };
  const path = `/${model.module}/${model.business}`;
  const fields = written(model).map(
    (column): Doc => [`${column.property}: `, fieldOf(column, model, used)],
  );
  const common: Doc[] = [
    `path: ${str(path)}`,
    `noun: ${str(`${model.module}:${model.business}`)}`,
    model.constant === "table" ? "table" : `table: ${model.constant}`,
  ];
  const isTree = model.tree !== undefined;
  const [verb, order] = model.order ? ["asc", model.order.property] : ["desc", model.pk.property];
  const options: Doc[] = isTree
    ? [
        ...common,
        `parent: ${str(model.tree?.parent.property ?? "")}`,
        `order: ${str(model.tree?.order.property ?? "")}`,
        `label: ${str(model.noun)}`,
        `log: ${str(model.noun)}`,
        ["fields: ", tall(fields)],
        ["list: ", object(filtersOf(model))],
      ]
    : [
        ...common,
        `log: ${str(model.noun)}`,
        ["fields: ", fields.length > 0 ? tall(fields) : "{}"],
        ["list: ", object([...filtersOf(model), `order: [${verb}(${model.constant}.${order})]`])],
        [
          "sheet: ",
          tall([`name: ${str(`${model.noun}数据`)}`, ["columns: ", columnsOfSheet(model)]]),
        ],
      ];
  const server = "#src/server";
  return print([
    imports([
      { from: "drizzle-orm", names: isTree ? [] : [verb ?? ""] },
      { from: `${server}/start/context.ts`, names: ["Slice"], isType: true },
      { from: `${server}/crud/crud.ts`, names: isTree ? [] : ["crud"] },
      { from: `${server}/fields/fields.ts`, names: [...used.fields] },
      { from: `${server}/crud/tree-crud.ts`, names: isTree ? ["treeCrud"] : [] },
      { from: `${server}/fields/value-fields.ts`, names: [...used.values] },
      { from: "./table.server.ts", names: [model.constant] },
    ]),
    hard,
    `/** ${model.noun}. */`,
    hard,
    "const api: Slice = (app, context) => {",
    indent(hard, `${isTree ? "treeCrud" : "crud"}(app, context, `, tall(options), ");"),
    hard,
    "};",
    hard,
    hard,
    "export default api;",
    hard,
  ]);
}

/** The id and what the list shows; a list of lists, so one a line. */
function columnsOfSheet(model: Model): Doc {
  const shown = model.columns.filter((column) => column.isPk || column.isList);
  const rows = shown.map(sheetColumn);
  if (rows.length < 2) return array(rows);
  return tallArray(rows);
}

/** What a test writes into a column, as code; `tail` tells one row from another. */
export function sample(column: Column, tail: string): string {
  if (column.dict?.entries[0]) return str(column.dict.entries[0].value);
  if (isMoment(column)) return '"2026-03-05 08:00:00"';
  if (column.kind === "boolean") return "true";
  if (column.kind === "decimal") return '"1"';
  if (isNumber(column)) return "1";
  return str(`${tail}${column.label}`.slice(0, Math.min(column.max, 20)));
}
