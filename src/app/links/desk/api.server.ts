import { asc } from "drizzle-orm";
import { crud } from "#src/server/crud/crud.ts";
import { address } from "#src/server/fields/address-field.ts";
import { choice, text, whole } from "#src/server/fields/fields.ts";
import type { Slice } from "#src/server/start/context.ts";
import { link } from "../table.server.ts";

/** 友情链接: they stand in the footer of every public page. */
const linksDesk: Slice = (app, context) => {
  crud(app, context, {
    path: "/api/bll/links/desk",
    noun: "content:link",
    table: link,
    log: "友情链接",
    fields: {
      linkName: text("链接名称", { max: 50, isRequired: true }),
      linkUrl: address("链接地址", { isRequired: true }),
      orderNum: whole("显示顺序"),
      status: choice("状态", ["0", "1"]),
    },
    list: {
      like: ["linkName", "linkUrl"],
      equals: ["status"],
      order: [asc(link.orderNum)],
    },
    sheet: {
      name: "友情链接",
      columns: [
        ["链接名称", "linkName"],
        ["链接地址", "linkUrl"],
        ["显示顺序", "orderNum"],
        ["状态", "status", { 0: "正常", 1: "停用" }],
      ],
    },
    unique: { label: "链接", name: "linkName", keys: { linkName: "链接名称已存在" } },
    hooks: { tags: ["links"] },
  });
};

export default linksDesk;
