import { imports } from "./imports.ts";
import { type Column, isAudit, type Model } from "./model.ts";
import { call, type Doc, hard, indent, object, print } from "./print.ts";
import { label, str } from "./words.ts";

/** Builders of Drizzle that the file takes, filled while the columns are written. */
type Used = { drizzle: Set<string>; columns: Set<string> };

/** `text()`, `char({ length: 1 })`, or with the column's name before the options. */
function built(builder: string, column: Column, options: readonly string[]): Doc {
  const name = column.columnName === undefined ? [] : [str(column.columnName)];
  return options.length === 0
    ? `${builder}(${name.join("")})`
    : call(builder, [...name, object(options)]);
}

function builderOf(column: Column, model: Model, used: Used): Doc {
  const { kind, property, columnName } = column;
  const from = (builder: string, ...options: string[]): Doc => {
    used.drizzle.add(builder);
    return built(builder, column, options);
  };
  /** One of our own of db/columns.ts, or what it stands for where the column has another name. */
  const ours = (name: string, builder: string, ...options: string[]): Doc => {
    if (columnName !== undefined) return from(builder, ...options);
    used.columns.add(name);
    return `${name}()`;
  };
  const isSaid = column.isRequired && column.isWritten;
  /** Without a default where the person must say it. */
  const filled = (doc: Doc, value: string): Doc => [
    doc,
    isSaid ? ".notNull()" : `.notNull().default(${value})`,
  ];
  const maybe = (doc: Doc): Doc => (isSaid ? [doc, ".notNull()"] : doc);
  const time = () => ours("moment", "timestamp", "withTimezone: true", "precision: 3");
  if (column.isPk) {
    const plain = ours("identity", "bigint", 'mode: "number"');
    return columnName === undefined
      ? plain
      : [plain, ".primaryKey().generatedByDefaultAsIdentity()"];
  }
  if (property === "createBy" || property === "updateBy") {
    return [from("text"), '.notNull().default("")'];
  }
  if (property === "createTime") return [time(), ".notNull().defaultNow()"];
  if (property === "updateTime") return time();
  switch (kind) {
    case "char":
      return filled(from("char", `length: ${column.max}`), '"0"');
    case "integer":
      return filled(from("integer"), "0");
    case "bigint": {
      const reference = ours("reference", "bigint", 'mode: "number"');
      const { owner } = model;
      if (owner?.key !== column) return filled(reference, "0");
      const target = `${mainOf(model)}.${owner.model.pk.property}`;
      return [
        reference,
        indent(hard, ".notNull()", hard, `.references(() => ${target}, { onDelete: "cascade" })`),
      ];
    }
    case "decimal": {
      const { digits, scale } = column;
      return maybe(from("numeric", `precision: ${digits + scale}`, `scale: ${scale}`));
    }
    case "moment":
    case "day":
      return maybe(time());
    case "boolean":
      return [from("boolean"), ".notNull().default(false)"];
    default:
      return filled(from("text"), '""');
  }
}

/** What a sub slice calls the table of its main one. */
export const mainOf = ({ owner, constant }: Model): string =>
  owner && owner.model.constant === constant ? "ownerTable" : (owner?.model.constant ?? "");

/** Import of the main slice's table, for its sub slice. */
export const mainImport = (model: Model): { from: string; names: string[] } => {
  const { owner } = model;
  const name = mainOf(model);
  const said = owner?.model.constant === name ? name : `${owner?.model.constant} as ${name}`;
  const folder =
    owner?.model.module === model.module
      ? `../${owner.model.business}`
      : `../../${owner?.model.module}/${owner?.model.business}`;
  return { from: `${folder}/table.server.ts`, names: owner ? [said] : [] };
};

/** table.server.ts. */
export function tableFile(model: Model): string {
  const { hasAudit, columns, table } = model;
  const used: Used = { drizzle: new Set(["pgTable"]), columns: new Set() };
  const shown = hasAudit ? columns.filter((column) => !isAudit(column)) : columns;
  const body = shown.map(
    (column): Doc => [hard, `${column.property}: `, builderOf(column, model, used), ","],
  );
  if (hasAudit) {
    used.columns.add("audit");
    body.push([hard, "...audit,"]);
  }
  return print([
    imports([
      { from: "drizzle-orm/pg-core", names: [...used.drizzle] },
      { from: "#src/db/columns.ts", names: [...used.columns] },
      mainImport(model),
    ]),
    hard,
    `/** ${model.noun}: columns of ${label(table.tableName, 63)}. */`,
    hard,
    `export const ${model.constant} = pgTable(${str(table.tableName)}, {`,
    indent(...body),
    hard,
    "});",
    hard,
  ]);
}
