import { asc, eq, inArray } from "drizzle-orm";
import { Type } from "typebox";
import { crud } from "#src/server/crud/crud.ts";
import { rowBody, rowSchema } from "#src/server/crud/listing.ts";
import { fieldsOf } from "#src/server/fields/facts.ts";
import { AppError } from "#src/server/http/errors.ts";
import { ok, okSchema } from "#src/server/http/reply.ts";
import type { Slice } from "#src/server/start/context.ts";
import { POST } from "./fields.ts";
import { post, userPost } from "./table.server.ts";

/** Posts: wire 2.7; texts: wire 4.4; columns: wire 7. */
const api: Slice = (app, context) => {
  app.get(
    "/prod-api/system/post/optionselect",
    {
      config: { access: "staff" },
      schema: { response: okSchema({ data: Type.Array(rowSchema(post)) }) },
    },
    async () => {
      const rows = await context.db.select().from(post).orderBy(asc(post.postSort));
      return ok({ data: rows.map(rowBody) });
    },
  );

  crud(app, context, {
    path: "/system/post",
    noun: "system:post",
    table: post,
    log: "岗位管理",
    fields: fieldsOf(POST),
    list: { like: ["postCode", "postName"], equals: ["status"], order: [asc(post.postSort)] },
    sheet: {
      name: "岗位数据",
      columns: [["岗位序号", "postId"], "postCode", "postName", ["岗位排序", "postSort"], "status"],
    },
    unique: {
      label: "岗位",
      name: "postName",
      keys: { postName: "岗位名称已存在", postCode: "岗位编码已存在" },
    },
    hooks: {
      checkRemove: async (tx, rows) => {
        // They are held: whoever is being given one is waited for, and seen.
        const ids = rows.map((row) => row.postId);
        const [used] = await tx
          .select({ name: post.postName })
          .from(userPost)
          .innerJoin(post, eq(post.postId, userPost.postId))
          .where(inArray(userPost.postId, ids))
          .limit(1);
        if (used) throw new AppError(`${used.name}已分配,不能删除`);
      },
    },
  });
};

export default api;
