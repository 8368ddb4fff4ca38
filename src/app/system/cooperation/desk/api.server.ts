import { asc } from "drizzle-orm";
import { crud } from "#src/server/crud/crud.ts";
import { fieldsOf } from "#src/server/fields/facts.ts";
import type { Slice } from "#src/server/start/context.ts";
import { cooperation } from "../table.server.ts";
import { COOPERATION } from "./fields.ts";

/** 合作单位: marks and names on the home page. */
const cooperationDesk: Slice = (app, context) => {
  crud(app, context, {
    path: "/system/cooperation/desk",
    noun: "content:cooperation",
    table: cooperation,
    log: "合作单位",
    fields: fieldsOf(COOPERATION),
    list: { like: ["linkName"], equals: ["status"], order: [asc(cooperation.orderNum)] },
    sheet: {
      name: "合作单位",
      columns: ["linkName", "linkUrl", "orderNum", "status"],
    },
    unique: { label: "合作单位", name: "linkName", keys: { linkName: "单位名称已存在" } },
    hooks: { tags: ["links"] },
  });
};

export default cooperationDesk;
