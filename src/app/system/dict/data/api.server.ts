import { asc, eq } from "drizzle-orm";
import { Type } from "typebox";
import { crud } from "#src/server/crud/crud.ts";
import { choice, classNames, text, whole } from "#src/server/fields/fields.ts";
import { refuseFields } from "#src/server/http/errors.ts";
import { ok, okSchema } from "#src/server/http/reply.ts";
import type { Slice } from "#src/server/start/context.ts";
import { dictType } from "../type/table.server.ts";
import { dictionary } from "./service.server.ts";
import { dictData } from "./table.server.ts";

const Entry = Type.Object({
  dictCode: Type.Integer(),
  dictSort: Type.Integer(),
  dictLabel: Type.String(),
  dictValue: Type.String(),
  dictType: Type.String(),
  cssClass: Type.String(),
  listClass: Type.String(),
  isDefault: Type.String(),
  default: Type.Boolean(),
  status: Type.String(),
});

/** Dictionary entries: wire 2.8; texts: wire 4.4; columns: wire 7. */
const api: Slice = (app, context) => {
  app.get(
    "/prod-api/system/dict/data/type/:dictType",
    {
      config: { access: "login", allowsEnrolment: true },
      schema: {
        params: Type.Object({ dictType: Type.String() }),
        response: okSchema({ data: Type.Array(Entry) }),
      },
    },
    async (request) => {
      const entries = await dictionary(context, request.params.dictType);
      return ok({ data: entries.map((row) => ({ ...row, default: row.isDefault === "Y" })) });
    },
  );

  crud(app, context, {
    path: "/system/dict/data",
    noun: "system:dict",
    table: dictData,
    // The contract calls a removed entry a change of its type (wire 2.8).
    log: { add: "字典数据", edit: "字典数据", remove: "字典类型", export: "字典数据" },
    fields: {
      dictLabel: text("字典标签", { max: 100, isRequired: true }),
      dictValue: text("字典键值", { max: 100, isRequired: true }),
      dictType: text("字典类型", { max: 100, isRequired: true }),
      dictSort: whole("显示排序"),
      cssClass: classNames("样式属性"),
      listClass: classNames("回显样式"),
      isDefault: choice("是否默认", ["Y", "N"]),
      status: choice("状态", ["0", "1"]),
      remark: text("备注", { max: 500 }),
    },
    list: {
      like: ["dictLabel"],
      equals: ["dictType", "status"],
      order: [asc(dictData.dictSort)],
    },
    sheet: {
      name: "字典数据",
      columns: [
        ["字典编码", "dictCode"],
        ["字典排序", "dictSort"],
        ["字典标签", "dictLabel"],
        ["字典键值", "dictValue"],
        ["字典类型", "dictType"],
        ["是否默认", "isDefault", { Y: "是", N: "否" }],
        ["状态", "status", { 0: "正常", 1: "停用" }],
      ],
    },
    hooks: {
      tags: ["dict"],
      checkSave: async (tx, next, before) => {
        if (next.dictType === before?.dictType) return;
        // Shared with the type's removal: an entry of no type would be in no list.
        const [type] = await tx
          .select({ id: dictType.dictId })
          .from(dictType)
          .where(eq(dictType.dictType, next.dictType))
          .for("share");
        refuseFields({ dictType: type ? undefined : "字典类型不存在" });
      },
    },
  });
};

export default api;
