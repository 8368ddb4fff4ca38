import { asc } from "drizzle-orm";
import { noteFileUse } from "#src/app/common/files/service.server.ts";
import { crud } from "#src/server/crud/crud.ts";
import { address, picture } from "#src/server/fields/address-field.ts";
import { choice, text, whole } from "#src/server/fields/fields.ts";
import type { Slice } from "#src/server/start/context.ts";
import { cooperation } from "../table.server.ts";

/** 合作单位: marks and names on the home page. */
const cooperationDesk: Slice = (app, context) => {
  crud(app, context, {
    path: "/system/cooperation/desk",
    noun: "content:cooperation",
    table: cooperation,
    log: "合作单位",
    fields: {
      linkName: text("单位名称", { max: 50, isRequired: true }),
      linkUrl: address("单位网址"),
      logo: picture("标志", { also: /^mark:[a-z]{1,20}$/ }),
      orderNum: whole("显示顺序"),
      status: choice("状态", ["0", "1"]),
    },
    list: { like: ["linkName"], equals: ["status"], order: [asc(cooperation.orderNum)] },
    sheet: {
      name: "合作单位",
      columns: [
        ["单位名称", "linkName"],
        ["单位网址", "linkUrl"],
        ["显示顺序", "orderNum"],
        ["状态", "status", { 0: "正常", 1: "停用" }],
      ],
    },
    unique: { label: "合作单位", name: "linkName", keys: { linkName: "单位名称已存在" } },
    hooks: {
      tags: ["links"],
      added: async (tx, { id, logo }) => noteFileUse(tx, "cooperation", id, [logo]),
      edited: async (tx, { id, logo }) => noteFileUse(tx, "cooperation", id, [logo]),
      checkRemove: async (tx, rows) => {
        for (const { id } of rows) await noteFileUse(tx, "cooperation", id, []);
      },
    },
  });
};

export default cooperationDesk;
