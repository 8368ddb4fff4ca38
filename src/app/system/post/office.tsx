import { columnOf, filtersOf } from "#src/office/fields/columns.tsx";
import { FieldItem } from "#src/office/fields/item.tsx";
import { CrudPage } from "#src/office/list/crud-page.tsx";
import type { Column, Entity } from "#src/office/list/crud-types.ts";
import { POST, type Post } from "./fields.ts";

const ENTITY: Entity<Post> = {
  noun: "岗位",
  path: "/system/post",
  permi: "system:post",
  id: "postId",
  name: "postName",
};

const column = columnOf<Post>(POST);

const COLUMNS: Column<Post>[] = [
  column("postName", { isSortable: true }),
  column("postCode", {
    isSortable: true,
    render: (row) => <span className="cr-code">{row.postCode}</span>,
  }),
  column("postSort"),
  column("status", { width: 120 }),
  { key: "createTime", title: "创建时间", width: 180, isSortable: true },
  column("remark", { isExtra: true }),
];

/** 岗位管理 (menu row 104). */
export default function PostPage() {
  return (
    <CrudPage
      entity={ENTITY}
      title="岗位管理"
      filters={filtersOf(POST, "postName", "postCode", "status")}
      columns={COLUMNS}
      form={{
        names: ["postName", "postCode", "postSort", "status", "remark"],
        initial: { postSort: 0, status: "0" },
        fields: () => (
          <>
            <FieldItem of={POST} name="postName" />
            <FieldItem of={POST} name="postCode" />
            <FieldItem of={POST} name="postSort" />
            <FieldItem of={POST} name="status" />
            <FieldItem of={POST} name="remark" />
          </>
        ),
      }}
    />
  );
}
