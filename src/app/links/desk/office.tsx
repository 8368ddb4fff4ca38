import { columnOf, filtersOf, MADE } from "#src/office/fields/columns.tsx";
import { FieldItem } from "#src/office/fields/item.tsx";
import { CrudPage } from "#src/office/list/crud-page.tsx";
import type { Column, Entity } from "#src/office/list/crud-types.ts";
import { LINK, type Link } from "./fields.ts";

const ENTITY: Entity<Link> = {
  noun: "友情链接",
  path: "/api/bll/links/desk",
  permi: "content:link",
  id: "id",
  name: "linkName",
  unit: "条",
};

const column = columnOf<Link>(LINK);

const COLUMNS: Column<Link>[] = [
  column("linkName", { isSortable: true }),
  column("linkUrl"),
  column("orderNum"),
  column("status"),
  MADE,
];

/** 友情链接 (menu row 2004): in the footer of every public page. */
export default function LinksDesk() {
  return (
    <CrudPage
      entity={ENTITY}
      title="友情链接"
      filters={filtersOf(LINK, "linkName", "status")}
      columns={COLUMNS}
      form={{
        names: Object.keys(LINK),
        initial: { orderNum: 0, status: "0" },
        fields: () => (
          <>
            <FieldItem of={LINK} name="linkName" />
            <FieldItem of={LINK} name="linkUrl" />
            <FieldItem of={LINK} name="orderNum" />
            <FieldItem of={LINK} name="status" />
          </>
        ),
      }}
    />
  );
}
