import { and, desc, eq, isNull, sql } from "drizzle-orm";
import { Type } from "typebox";
import { formatDateTime } from "#src/lib/text/dates.ts";
import { Nullable } from "#src/lib/wire.ts";
import { accountOf } from "#src/server/http/access.ts";
import { AppError, refuseFields } from "#src/server/http/errors.ts";
import { ok, okSchema } from "#src/server/http/reply.ts";
import type { Slice } from "#src/server/start/context.ts";
import {
  currentAgreement,
  recordConsent,
  SEPARATE,
  SEPARATE_TITLE,
} from "../../agreement/service.server.ts";
import { consent } from "../../agreement/table.server.ts";
import { noteStep } from "../../inbox/service.server.ts";
import { memberOf } from "../../member/service.server.ts";
import { member } from "../../member/table.server.ts";
import { sign } from "../../system/sign/table.server.ts";

const URL = "/prod-api/api/bll/personal/consents";

const DOCS = ["user", "privacy"] as const;
const CHANGED = "协议又有更新，请刷新页面，阅读后再同意";
const NO_PERSON = "个人会员才可以设置名录展示";

const Item = Type.Object({
  doc: Type.String(),
  title: Type.String(),
  /** Agreed to last; empty where nothing was. */
  version: Type.String(),
  agreedAt: Nullable(Type.String()),
  /** In force today, where another one was agreed to. */
  newVersion: Nullable(Type.String()),
});

/** What one has agreed to, in which version, and what of it can be taken back by itself (product 7.2). */
const api: Slice = (app, { db }) => {
  app.get(
    URL,
    {
      config: { access: "login" },
      schema: {
        summary: "本人的同意记录",
        response: okSchema({
          rows: Type.Array(Item),
          /** null: no member who is a person, so there is nothing to show. */
          isInDirectory: Nullable(Type.Boolean()),
        }),
      },
    },
    async (request) => {
      const { userId } = accountOf(request);
      const given = await db
        .select()
        .from(consent)
        .where(eq(consent.userId, userId))
        .orderBy(desc(consent.id));
      const rows = [];
      for (const doc of DOCS) {
        const last = given.find((each) => each.doc === doc);
        const current = await currentAgreement(db, doc);
        if (!last && !current) continue;
        rows.push({
          doc,
          title: current?.title ?? doc,
          version: last?.version ?? "",
          agreedAt: last ? formatDateTime(last.agreedAt) : null,
          newVersion: current && current.version !== last?.version ? current.version : null,
        });
      }
      const separate = given.find((each) => each.doc === SEPARATE);
      if (separate) {
        rows.push({
          doc: SEPARATE,
          title: SEPARATE_TITLE,
          version: separate.version,
          agreedAt: formatDateTime(separate.agreedAt),
          newVersion: null,
        });
      }
      const own = await memberOf(db, userId);
      const isInDirectory = own?.memberType === "01" ? own.directoryVisible : null;
      return ok({ rows, isInDirectory });
    },
  );

  app.post(
    URL,
    {
      config: { access: "login", log: ["同意协议", 2] },
      schema: {
        summary: "同意协议的新版本",
        body: Type.Object({
          versions: Type.Record(Type.String({ maxLength: 20 }), Type.String({ maxLength: 40 })),
        }),
        response: okSchema(),
      },
    },
    async (request) => {
      const { userId } = accountOf(request);
      for (const doc of DOCS) {
        const current = await currentAgreement(db, doc);
        const isRead = !current || request.body.versions[doc] === current.version;
        refuseFields({ versions: isRead ? undefined : CHANGED });
      }
      await recordConsent(db, { userId, scene: "personal", ipaddr: request.ip });
      return ok({}, "已记录您的同意");
    },
  );

  app.put(
    `${URL}/directory`,
    {
      config: { access: "login", log: ["名录展示", 2] },
      schema: {
        summary: "在公开的会员名录中展示本人，或不再展示",
        body: Type.Object({ isVisible: Type.Boolean({ title: "是否展示" }) }),
        response: okSchema(),
      },
    },
    async (request) => {
      const account = accountOf(request);
      const { isVisible } = request.body;
      await db.transaction(async (tx) => {
        const [row] = await tx
          .update(member)
          .set({
            directoryVisible: isVisible,
            version: sql`${member.version} + 1`,
            updateBy: account.userName,
            updateTime: sql`now()`,
          })
          .where(
            and(
              eq(member.userId, account.userId),
              eq(member.memberType, "01"),
              isNull(member.mergedInto),
            ),
          )
          .returning({ id: member.id });
        if (!row) throw new AppError(NO_PERSON);
        // What is under way would bring it back.
        await tx
          .update(sign)
          .set({ directoryVisible: isVisible })
          .where(and(eq(sign.userId, account.userId), sql`${sign.state} <= 6`));
        await noteStep(tx, {
          subject: "member",
          subjectId: row.id,
          action: isVisible ? "shown" : "hidden",
          account,
          ip: request.ip,
        });
      });
      return ok({}, isVisible ? "已在会员名录中展示" : "已从会员名录中移除");
    },
  );
};

export default api;
