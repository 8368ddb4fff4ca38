import { desc, inArray } from "drizzle-orm";
import { Type } from "typebox";
import { publishTags } from "#src/server/cache/tags.ts";
import { crud } from "#src/server/crud/crud.ts";
import { plainText } from "#src/server/crud/ids.ts";
import { fieldsOf } from "#src/server/fields/facts.ts";
import { fillBody } from "#src/server/fields/fields.ts";
import { accountOf } from "#src/server/http/access.ts";
import { AppError, refuseFields } from "#src/server/http/errors.ts";
import { ok, okSchema } from "#src/server/http/reply.ts";
import type { Slice } from "#src/server/start/context.ts";
import { MAX_LINES, readWordLines } from "../lines.ts";
import { findWordingHits } from "../service.server.ts";
import { wording } from "../table.server.ts";
import { WORD } from "./fields.ts";

const BASE = "/prod-api/api/bll/wording/desk";
const MAX_TRIED = 100_000;

const Hit = Type.Object({
  wordId: Type.Integer(),
  word: Type.String(),
  level: Type.String(),
  kind: Type.String(),
  suggestion: Type.String(),
  field: Type.String(),
  label: Type.String(),
  count: Type.Integer(),
  context: Type.String(),
});

const BadLine = Type.Object({
  line: Type.Integer(),
  text: Type.String(),
  reason: Type.String(),
});

/** 用语检查: the words, many at once, and a box to try them. */
const wordingDesk: Slice = (app, context) => {
  const { db } = context;

  app.post(
    `${BASE}/try`,
    {
      config: { access: "content:wording:list" },
      preValidation: fillBody,
      schema: {
        summary: "检查一段文字",
        body: Type.Object({ text: Type.Optional(Type.Unknown({ title: "要检查的文字" })) }),
        response: okSchema({ data: Type.Array(Hit) }),
      },
    },
    async ({ body }) => {
      const given = plainText((body as { text?: unknown }).text);
      refuseFields({
        text:
          given.trim() === ""
            ? "请先粘贴要检查的文字"
            : given.length > MAX_TRIED
              ? "一次最多检查 100000 个字符"
              : undefined,
      });
      return ok({
        data: await findWordingHits(context, [{ field: "text", label: "文字", text: given }]),
      });
    },
  );

  app.post(
    `${BASE}/importLines`,
    {
      config: { access: "content:wording:add", log: ["用语检查", 6] },
      preValidation: fillBody,
      schema: {
        summary: "导入多个词语，每行一个",
        body: Type.Object({
          lines: Type.Optional(Type.Unknown({ title: "每行一个词，或 词=建议" })),
          level: Type.Optional(Type.Unknown({ title: "级别 block 或 warn" })),
          kind: Type.Optional(Type.Unknown({ title: "类别" })),
        }),
        response: okSchema({
          data: Type.Object({
            added: Type.Integer(),
            changed: Type.Integer(),
            bad: Type.Array(BadLine),
          }),
        }),
      },
    },
    async (request) => {
      const body = request.body;
      const level = plainText(body.level);
      const kind = plainText(body.kind).trim();
      const { good, bad } = readWordLines(plainText(body.lines));
      refuseFields({
        lines:
          good.length + bad.length === 0
            ? "请填写词语，每行一个"
            : good.length > MAX_LINES
              ? `一次最多导入 ${MAX_LINES} 个词语`
              : undefined,
        level: level === "block" || level === "warn" ? undefined : "级别不正确",
        kind: [...kind].length > 20 ? "类别长度不能超过20个字符" : undefined,
      });
      const { userName } = accountOf(request);
      return db.transaction(async (tx) => {
        const words = good.map(({ word }) => word);
        const there = words.length
          ? await tx.select({ id: wording.id }).from(wording).where(inArray(wording.word, words))
          : [];
        for (const { word, suggestion } of good) {
          const set = { suggestion, level, ...(kind ? { kind } : {}), status: "0" };
          await tx
            .insert(wording)
            .values({ word, ...set, createBy: userName })
            .onConflictDoUpdate({
              target: wording.word,
              set: { ...set, updateBy: userName, updateTime: new Date() },
            });
        }
        await publishTags(tx, ["wording"]);
        const changed = there.length;
        const data = { added: good.length - changed, changed, bad };
        return ok({ data }, `新增 ${data.added} 个，更新 ${changed} 个，跳过 ${bad.length} 行`);
      });
    },
  );

  crud(app, context, {
    path: "/api/bll/wording/desk",
    noun: "content:wording",
    table: wording,
    log: "用语检查",
    fields: fieldsOf(WORD),
    list: {
      like: ["word", "suggestion", "kind"],
      equals: ["level", "status"],
      order: [desc(wording.id)],
    },
    sheet: {
      name: "用语检查",
      columns: ["word", "level", "suggestion", "kind", "remark", "status"],
    },
    unique: { label: "词语", name: "word", keys: { word: "词语已存在" } },
    hooks: {
      tags: ["wording"],
      checkSave: (_tx, { word }) => {
        if (!/[\p{L}\p{N}]/u.test(word)) {
          throw new AppError("词语至少要有一个文字", { fields: { word: "词语至少要有一个文字" } });
        }
      },
    },
  });
};

export default wordingDesk;
