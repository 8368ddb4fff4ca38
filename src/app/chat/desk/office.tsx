import { Input } from "antd";
import { columnOf, filtersOf, MADE } from "#src/office/fields/columns.tsx";
import { FieldItem } from "#src/office/fields/item.tsx";
import { CrudPage } from "#src/office/list/crud-page.tsx";
import type { Column, Entity } from "#src/office/list/crud-types.ts";
import { REPLY, type Reply } from "./fields.ts";

const ENTITY: Entity<Reply> = {
  noun: "应答",
  path: "/api/bll/chat/desk",
  permi: "content:chat",
  id: "id",
  name: "question",
  unit: "条",
};

const column = columnOf<Reply>(REPLY);

const COLUMNS: Column<Reply>[] = [
  column("question", { width: 220 }),
  column("keywords", { render: (row) => row.keywords.replaceAll(",", "、") || "—" }),
  column("answer"),
  column("orderNum"),
  column("status"),
  column("linkUrl", { isExtra: true }),
  MADE,
];

/** 助手应答 (menu row 2008): the local answers of 教育小助手. */
export default function ChatDesk() {
  return (
    <CrudPage
      entity={ENTITY}
      title="助手应答"
      filters={filtersOf(REPLY, "question", "answer", "status")}
      columns={COLUMNS}
      form={{
        names: Object.keys(REPLY),
        initial: { orderNum: 0, status: "0" },
        width: 640,
        fields: () => (
          <>
            <FieldItem of={REPLY} name="question" />
            <FieldItem of={REPLY} name="keywords" />
            <FieldItem of={REPLY} name="answer">
              <Input.TextArea rows={5} maxLength={520} showCount />
            </FieldItem>
            <FieldItem of={REPLY} name="linkUrl" />
            <FieldItem of={REPLY} name="orderNum" />
            <FieldItem of={REPLY} name="status" />
          </>
        ),
      }}
    />
  );
}
