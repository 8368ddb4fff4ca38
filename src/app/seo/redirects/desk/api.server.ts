import { desc, inArray } from "drizzle-orm";
import { Type } from "typebox";
import { lockInTransaction } from "#src/db/locks.ts";
import { publishTags } from "#src/server/cache/tags.ts";
import { crud } from "#src/server/crud/crud.ts";
import { plainText } from "#src/server/crud/ids.ts";
import { fieldsOf } from "#src/server/fields/facts.ts";
import { type Field, fillBody } from "#src/server/fields/fields.ts";
import { accountOf } from "#src/server/http/access.ts";
import { AppError, refuseFields } from "#src/server/http/errors.ts";
import { ok, okSchema } from "#src/server/http/reply.ts";
import type { Slice } from "#src/server/start/context.ts";
import { fromProblem, MAX_LINES, pathOf, readRedirectLines } from "../lines.ts";
import { oldAddress } from "../old-address.ts";
import { circleOf, REDIRECT_TAG } from "../service.server.ts";
import { redirect } from "../table.server.ts";
import { ORIGINS, REDIRECT } from "./fields.ts";
import { officeProblem } from "./office-pages.server.ts";

const BASE = "/prod-api/api/bll/seo/redirects/desk";

const FIELDS = fieldsOf(REDIRECT);

/** The old address, kept in its one way of writing. */
const fromPath: Field = {
  ...FIELDS.fromPath,
  read(value) {
    const kept = oldAddress(pathOf(plainText(value).trim()));
    const error = fromProblem(kept);
    return error ? { error } : { value: kept };
  },
};

const code: Field = {
  ...FIELDS.code,
  shape: { type: "integer", enum: [301, 302] },
  read: (value) =>
    ["301", "302"].includes(plainText(value))
      ? { value: Number(value) }
      : { error: "方式应为 301 或 302" },
};

const circleText = (stations: readonly string[]) => `会绕成一圈：${stations.join(" → ")}`;

/** 旧址跳转. */
const redirectsDesk: Slice = (app, context) => {
  const { db } = context;

  app.post(
    `${BASE}/importLines`,
    {
      config: { access: "content:redirect:add", log: ["旧址跳转", 6] },
      preValidation: fillBody,
      schema: {
        summary: "导入多条跳转，每行：旧地址 新地址",
        body: Type.Object({
          lines: Type.Optional(Type.Unknown({ title: "每行：旧地址 新地址" })),
          code: Type.Optional(Type.Unknown({ title: "方式 301 或 302" })),
        }),
        response: okSchema({
          data: Type.Object({
            added: Type.Integer(),
            changed: Type.Integer(),
            bad: Type.Array(
              Type.Object({ line: Type.Integer(), text: Type.String(), reason: Type.String() }),
            ),
          }),
        }),
      },
    },
    async (request) => {
      const body = request.body;
      const way = code.read(body.code ?? 301);
      const { good, bad } = readRedirectLines(plainText(body.lines));
      refuseFields({
        lines:
          good.length + bad.length === 0
            ? "请填写跳转，每行一条"
            : good.length > MAX_LINES
              ? `一次最多导入 ${MAX_LINES} 条`
              : undefined,
        code: "error" in way ? way.error : undefined,
      });
      if ("error" in way) throw new AppError(way.error);
      const { userName } = accountOf(request);
      return db.transaction(async (tx) => {
        let added = 0;
        let changed = 0;
        await lockInTransaction(tx, "redirects");
        for (const { line, fromPath: from, toPath } of good) {
          const circle = await circleOf(tx, from, toPath);
          const reason = circle ? circleText(circle) : await officeProblem(context, from);
          if (reason) {
            bad.push({ line, text: `${from} ${toPath}`.slice(0, 80), reason });
            continue;
          }
          const set = { toPath, code: Number(way.value) };
          const found = await tx
            .update(redirect)
            .set({ ...set, updateBy: userName, updateTime: new Date() })
            .where(inArray(redirect.fromPath, [from]))
            .returning({ id: redirect.id });
          if (found.length > 0) changed++;
          else {
            await tx.insert(redirect).values({ fromPath: from, ...set, createBy: userName });
            added++;
          }
        }
        await publishTags(tx, [REDIRECT_TAG]);
        bad.sort((a, b) => a.line - b.line);
        return ok(
          { data: { added, changed, bad } },
          `新增 ${added} 条，更新 ${changed} 条，跳过 ${bad.length} 行`,
        );
      });
    },
  );

  crud(app, context, {
    path: "/api/bll/seo/redirects/desk",
    noun: "content:redirect",
    table: redirect,
    log: "旧址跳转",
    fields: { ...FIELDS, fromPath, code },
    list: {
      like: ["fromPath", "toPath"],
      equals: ["code", "origin"],
      order: [desc(redirect.id)],
    },
    sheet: {
      name: "旧址跳转",
      columns: [
        "fromPath",
        "toPath",
        "code",
        ["来源", "origin", ORIGINS],
        ["次数", "hits"],
        ["最近一次", "lastHitAt"],
      ],
    },
    unique: { label: "跳转", name: "fromPath", keys: { fromPath: "旧地址已经有跳转" } },
    hooks: {
      tags: [REDIRECT_TAG],
      checkSave: async (tx, next, before) => {
        // Two at once could close a circle that each of them was free of.
        await lockInTransaction(tx, "redirects");
        const circle = await circleOf(tx, next.fromPath, next.toPath, before?.id);
        refuseFields({
          fromPath: await officeProblem(context, next.fromPath),
          toPath: !circle
            ? undefined
            : circle.length === 2
              ? "新地址与旧地址相同"
              : circleText(circle),
        });
      },
    },
  });
};

export default redirectsDesk;
