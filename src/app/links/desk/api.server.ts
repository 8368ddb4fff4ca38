import { asc } from "drizzle-orm";
import { crud } from "#src/server/crud/crud.ts";
import { fieldsOf } from "#src/server/fields/facts.ts";
import type { Slice } from "#src/server/start/context.ts";
import { link } from "../table.server.ts";
import { LINK } from "./fields.ts";

/** 友情链接: they stand in the footer of every public page. */
const linksDesk: Slice = (app, context) => {
  crud(app, context, {
    path: "/api/bll/links/desk",
    noun: "content:link",
    table: link,
    log: "友情链接",
    fields: fieldsOf(LINK),
    list: {
      like: ["linkName", "linkUrl"],
      equals: ["status"],
      order: [asc(link.orderNum)],
    },
    sheet: {
      name: "友情链接",
      columns: ["linkName", "linkUrl", "orderNum", "status"],
    },
    unique: { label: "链接", name: "linkName", keys: { linkName: "链接名称已存在" } },
    hooks: { tags: ["links"] },
  });
};

export default linksDesk;
