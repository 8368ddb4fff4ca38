import { asc, inArray } from "drizzle-orm";
import { Type } from "typebox";
import { publishTags } from "#src/server/cache/tags.ts";
import { crud } from "#src/server/crud/crud.ts";
import { rowBody, rowSchema } from "#src/server/crud/listing.ts";
import { fieldsOf } from "#src/server/fields/facts.ts";
import { AppError } from "#src/server/http/errors.ts";
import { ok, okSchema } from "#src/server/http/reply.ts";
import type { Slice } from "#src/server/start/context.ts";
import { dictData } from "../data/table.server.ts";
import { DICT_TYPE } from "./fields.ts";
import { dictType } from "./table.server.ts";

const BASE = "/prod-api/system/dict/type";

/** Dictionary types: wire 2.8; texts: wire 4.4; columns: wire 7. */
const api: Slice = (app, context) => {
  const { db } = context;

  app.get(
    `${BASE}/optionselect`,
    {
      config: { access: "staff" },
      schema: { response: okSchema({ data: Type.Array(rowSchema(dictType)) }) },
    },
    async () => {
      const rows = await db.select().from(dictType).orderBy(asc(dictType.dictId));
      return ok({ data: rows.map(rowBody) });
    },
  );

  app.delete(
    `${BASE}/refreshCache`,
    {
      config: { access: "system:dict:remove", log: ["字典类型", 9] },
      schema: { response: okSchema() },
    },
    async () => {
      await publishTags(db, ["dict"]);
      return ok();
    },
  );

  crud(app, context, {
    path: "/system/dict/type",
    noun: "system:dict",
    table: dictType,
    log: "字典类型",
    fields: fieldsOf(DICT_TYPE),
    list: { like: ["dictName", "dictType"], equals: ["status"], order: [asc(dictType.dictId)] },
    sheet: {
      name: "字典类型",
      columns: [["字典主键", "dictId"], "dictName", "dictType", "status"],
    },
    unique: { label: "字典", name: "dictName", keys: { dictType: "字典类型已存在" } },
    hooks: {
      tags: ["dict"],
      checkRemove: async (tx, rows) => {
        const types = rows.map((row) => row.dictType);
        const [used] = await tx
          .select({ type: dictData.dictType })
          .from(dictData)
          .where(inArray(dictData.dictType, types))
          .limit(1);
        const name = rows.find((row) => row.dictType === used?.type)?.dictName;
        if (used) throw new AppError(`${name}已分配,不能删除`);
      },
    },
  });
};

export default api;
