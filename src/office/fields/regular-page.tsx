import type { RegularEntity } from "../../lib/fields/entity.ts";
import type { FieldFact } from "../../lib/fields/facts.ts";
import { CrudPage } from "../list/crud-page.tsx";
import { columnOf, filtersOf, MADE } from "./columns.tsx";
import { FieldItem } from "./item.tsx";

type Row = { id: number } & Record<string, unknown>;

/** What a new row begins with, where that is not nothing. */
function beginningOf(fact: FieldFact | undefined): unknown {
  if (fact?.kind === "choice") return fact.values[0];
  return fact?.kind === "whole" ? (fact.min ?? 0) : fact?.kind === "picture" ? "" : undefined;
}

/** The list page of an entity that is regular throughout (entity.ts of the slice). */
export function RegularPage({ entity }: { entity: RegularEntity }) {
  const { noun, unit, path, permi, facts, name, filters, columns } = entity;
  const column = columnOf<Row>(facts);
  const names = Object.keys(facts);
  const isWide = Object.values(facts).some(({ kind }) => kind === "html");
  return (
    <CrudPage<Row>
      entity={{ noun, path, permi, id: "id", name, ...(unit ? { unit } : {}) }}
      title={noun}
      filters={filtersOf(facts, ...filters)}
      columns={[
        ...columns.map((key) => column(key, key === name ? { isSortable: true } : {})),
        MADE,
      ]}
      form={{
        names,
        initial: Object.fromEntries(names.map((each) => [each, beginningOf(facts[each])])),
        ...(isWide ? { width: 640 } : {}),
        fields: () => names.map((each) => <FieldItem key={each} of={facts} name={each} />),
      }}
    />
  );
}
