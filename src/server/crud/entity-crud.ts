import { asc, getTableColumns, getTableName } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { RegularEntity } from "../../lib/fields/entity.ts";
import type { FieldFact } from "../../lib/fields/facts.ts";
import { fieldsOf } from "../fields/facts.ts";
import type { App, Context } from "../start/context.ts";
import { type CrudOptions, crud } from "./crud.ts";

const ofKinds = (entity: RegularEntity, ...kinds: FieldFact["kind"][]) =>
  entity.filters.filter((name) => kinds.some((kind) => kind === entity.facts[name]?.kind));

/**
 * The regular verbs of an entity (entity.ts of the slice). Its writes drop the tag `entity:<table>`; its
 * file has all fields but pictures and formatted text. `hooks`: rules over several fields.
 */
export function entityCrud(
  app: App,
  context: Parameters<typeof crud>[1] & Context,
  entity: RegularEntity,
  table: PgTable,
  hooks: Pick<NonNullable<CrudOptions<PgTable>["hooks"]>, "checkSave" | "changed"> = {},
): void {
  const { noun, path, permi, facts, name, order } = entity;
  const columns: Record<string, PgColumn> = getTableColumns(table);
  const taken = Object.entries(facts).flatMap(([key, { isUnique, label }]) =>
    isUnique ? [[key, `${label}已存在`]] : [],
  );
  crud(app, context, {
    path,
    noun: permi,
    table,
    log: noun,
    fields: fieldsOf(facts),
    list: {
      like: ofKinds(entity, "text", "address"),
      equals: ofKinds(entity, "choice"),
      order: columns[order] ? [asc(columns[order])] : [],
    },
    sheet: {
      name: noun,
      columns: Object.keys(facts).filter(
        (key) => facts[key]?.kind !== "html" && facts[key]?.kind !== "picture",
      ),
    },
    unique: { label: noun, name, keys: Object.fromEntries(taken) },
    hooks: { ...hooks, tags: [`entity:${getTableName(table)}`] },
  });
}
