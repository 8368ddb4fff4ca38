import { asc, eq } from "drizzle-orm";
import { Type } from "typebox";
import { crud } from "#src/server/crud/crud.ts";
import { fieldsOf } from "#src/server/fields/facts.ts";
import { refuseFields } from "#src/server/http/errors.ts";
import { ok, okSchema } from "#src/server/http/reply.ts";
import type { Slice } from "#src/server/start/context.ts";
import { dictType } from "../type/table.server.ts";
import { ENTRY } from "./fields.ts";
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
    fields: fieldsOf(ENTRY),
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
        "dictLabel",
        "dictValue",
        "dictType",
        "isDefault",
        "status",
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
