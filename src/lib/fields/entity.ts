import type { NounWith, RegularVerb } from "../menu/permission.ts";
import type { FieldFacts } from "./facts.ts";

/**
 * What a regular entity is, as data: a slice's entity.ts says it once. Columns and bounds of its table
 * (db/fact-columns.ts), its calls (server/crud/entity-crud.ts) and its page in the office
 * (office/fields/regular-page.tsx) are made of it.
 */
export type RegularEntity<F extends FieldFacts = FieldFacts, K extends string = string> = {
  /** 岗位, 友情链接: in buttons, messages, the operation log, and as the name of exported files. */
  noun: string;
  /** 条 for records; 个 where nothing is said. */
  unit?: string;
  /** Below /prod-api. */
  path: string;
  /** First two parts of the permissions. */
  permi: NounWith<RegularVerb>;
  /** In the order of the form. */
  facts: F;
  /** The field that names a row. */
  name: K;
  /** The field that rows are in the order of. */
  order: K;
  filters: readonly K[];
  columns: readonly K[];
};

/** An entity as it is said: what it names are fields of its own. */
export const regularEntity = <F extends FieldFacts>(
  entity: RegularEntity<F, keyof F & string>,
): RegularEntity<F> => entity;
