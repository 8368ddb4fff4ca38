import { and, count, desc, eq, ilike, inArray, or, sql } from "drizzle-orm";
import { Type } from "typebox";
import { likePattern } from "#src/db/like.ts";
import { maskPhone } from "#src/lib/people/masks.ts";
import { formatDateTime } from "#src/lib/text/dates.ts";
import { Nullable } from "#src/lib/wire.ts";
import { parseIds } from "#src/server/crud/ids.ts";
import { conditionOf, inputText, offsetOf, orderOf, pageOf } from "#src/server/crud/list-query.ts";
import { queryWords } from "#src/server/crud/listing.ts";
import { cleanFamilyHtml } from "#src/server/fields/rich-text.ts";
import { usesFiles } from "#src/server/files/file-users.ts";
import { accountOf, hasPermission } from "#src/server/http/access.ts";
import { AppError, NOT_FOUND, refuseFields } from "#src/server/http/errors.ts";
import { ok, okSchema, table, tableSchema } from "#src/server/http/reply.ts";
import { looseQuery } from "#src/server/http/request-schemas.ts";
import type { Slice } from "#src/server/start/context.ts";
import { tellNews } from "../../news/service.server.ts";
import { dept } from "../dept/table.server.ts";
import { user } from "../user/table.server.ts";
import { bell } from "./bell.server.ts";
import { MAX_REMARK, titleProblem } from "./rules.ts";
import { Id, NOTICE_FULL } from "./shape.server.ts";
import { notice, noticeRead } from "./table.server.ts";

const BASE = "/prod-api/system/notice";

/** Characters of HTML; a long report has a fifth of it. */
const MAX_CONTENT = 400_000;

const Writable = {
  noticeTitle: Type.String({ default: "" }),
  noticeType: Type.String({ pattern: "^[12]$", title: "公告类型" }),
  noticeContent: Type.Optional(
    Type.String({ maxLength: MAX_CONTENT, message: "公告内容过长，请精简后再保存" }),
  ),
  status: Type.Optional(Type.String({ pattern: "^[01]$", title: "公告状态" })),
  remark: Type.Optional(
    Type.String({
      maxLength: MAX_REMARK,
      message: `备注不能超过${MAX_REMARK}个字符`,
    }),
  ),
};

const FILTERS = { like: ["noticeTitle", "createBy"], equals: ["noticeType"] };

type Given = {
  noticeTitle: string;
  noticeType: string;
  noticeContent?: string;
  status?: string;
  remark?: string;
};

/** The columns that people write; everything else in a body was dropped by the schema. */
function checked({ noticeTitle, noticeType, noticeContent, status, remark }: Given) {
  const title = noticeTitle.trim();
  refuseFields({ noticeTitle: titleProblem(title) });
  return {
    noticeTitle: title,
    noticeType,
    ...(noticeContent === undefined ? {} : { noticeContent: cleanFamilyHtml(noticeContent) }),
    ...(status === undefined ? {} : { status }),
    ...(remark === undefined ? {} : { remark: remark.trim() }),
  };
}

const shown = (row: typeof notice.$inferSelect) => ({
  ...row,
  createTime: formatDateTime(row.createTime),
  updateTime: row.updateTime ? formatDateTime(row.updateTime) : null,
});

/** Notices to staff (wire 2.10): writing them, and who has read them. */
const api: Slice = (app, context) => {
  const uses = usesFiles(context, {
    table: notice,
    place: "通知公告",
    name: "noticeTitle",
    texts: ["noticeContent"],
  });
  const { db } = context;
  bell(app, context);

  app.get(
    `${BASE}/list`,
    {
      config: {
        access: "system:notice:list",
      },
      schema: {
        querystring: looseQuery(
          queryWords(FILTERS, {
            noticeTitle: "公告标题",
            createBy: "发布人",
            noticeType: "公告类型",
          }),
        ),
        response: tableSchema(Type.Object(NOTICE_FULL)),
      },
    },
    async (request) => {
      const query = request.query;
      const { pageNum, pageSize } = pageOf(query);
      const where = conditionOf(notice, FILTERS, query);
      const [found] = await db.select({ total: count() }).from(notice).where(where);
      const total = found?.total ?? 0;
      const asked = orderOf(notice, query);
      const rows = await db
        .select()
        .from(notice)
        .where(where)
        .orderBy(...(asked ? [asked] : []), desc(notice.noticeId))
        .limit(pageSize)
        .offset(offsetOf(pageNum, pageSize, total));
      return table(rows.map(shown), total);
    },
  );

  app.get(
    `${BASE}/readUsers/list`,
    {
      config: { access: "system:notice:list" },
      schema: {
        querystring: Type.Object({
          noticeId: Id,
          pageNum: Type.Optional(Type.String()),
          pageSize: Type.Optional(Type.String()),
          searchValue: Type.Optional(Type.String()),
        }),
        response: tableSchema(
          Type.Object({
            userId: Type.Integer(),
            userName: Type.String(),
            nickName: Type.String(),
            deptName: Nullable(Type.String()),
            phonenumber: Type.String(),
            readTime: Type.String(),
          }),
        ),
      },
    },
    async ({ query }) => {
      const { noticeId } = query;
      const { pageNum, pageSize } = pageOf(query);
      const searched = inputText(query, "searchValue");
      const like = searched ? likePattern(searched) : undefined;
      const where = and(
        eq(noticeRead.noticeId, noticeId),
        like ? or(ilike(user.userName, like), ilike(user.nickName, like)) : undefined,
      );
      const [found] = await db
        .select({ total: count() })
        .from(noticeRead)
        .innerJoin(user, eq(user.userId, noticeRead.userId))
        .where(where);
      const total = found?.total ?? 0;
      const rows = await db
        .select({
          userId: user.userId,
          userName: user.userName,
          nickName: user.nickName,
          deptName: dept.deptName,
          phonenumber: user.phonenumber,
          readTime: noticeRead.readTime,
        })
        .from(noticeRead)
        .innerJoin(user, eq(user.userId, noticeRead.userId))
        .leftJoin(dept, eq(dept.deptId, user.deptId))
        .where(where)
        .orderBy(desc(noticeRead.readTime), desc(noticeRead.userId))
        .limit(pageSize)
        .offset(offsetOf(pageNum, pageSize, total));
      const masked = rows.map((row) => ({
        ...row,
        phonenumber: maskPhone(row.phonenumber),
        readTime: formatDateTime(row.readTime),
      }));
      return table(masked, total);
    },
  );

  /** Shown ones are open to all staff; closed ones to those who edit them. */
  app.get(
    `${BASE}/:noticeId`,
    {
      config: { access: "staff" },
      schema: {
        params: Type.Object({ noticeId: Id }),
        response: okSchema({ data: Type.Object(NOTICE_FULL) }),
      },
    },
    async (request) => {
      const [row] = await db
        .select()
        .from(notice)
        .where(eq(notice.noticeId, request.params.noticeId));
      const isEditor = hasPermission(accountOf(request), "system:notice:query");
      if (!row || (row.status !== "0" && !isEditor)) throw new AppError(NOT_FOUND, { code: 404 });
      return ok({ data: isEditor ? shown(row) : { ...shown(row), remark: "" } });
    },
  );

  app.post(
    BASE,
    {
      config: { access: "system:notice:add", log: ["通知公告", 1] },
      schema: {
        body: Type.Object(Writable),
        response: okSchema({ data: Type.Object({ noticeId: Type.Integer() }) }),
      },
    },
    async (request) => {
      const { userName } = accountOf(request);
      const values = { ...checked(request.body), createBy: userName };
      const row = await db.transaction(async (tx) => {
        const [made] = await tx
          .insert(notice)
          .values(values)
          .returning({ noticeId: notice.noticeId });
        if (!made) throw new Error("no notice row");
        await uses.note(tx, made.noticeId, values);
        await tellNews(tx, "notice", ["staff"]);
        return made;
      });
      return ok({ data: row });
    },
  );

  app.put(
    BASE,
    {
      config: { access: "system:notice:edit", log: ["通知公告", 2] },
      schema: {
        body: Type.Object({ noticeId: Id, ...Writable }),
        response: okSchema(),
      },
    },
    async (request) => {
      const values = checked(request.body);
      await db.transaction(async (tx) => {
        const [changed] = await tx
          .update(notice)
          .set({ ...values, updateBy: accountOf(request).userName, updateTime: sql`now()` })
          .where(eq(notice.noticeId, request.body.noticeId))
          .returning({ noticeId: notice.noticeId, noticeContent: notice.noticeContent });
        if (!changed) throw new AppError(NOT_FOUND, { code: 404 });
        await uses.note(tx, changed.noticeId, changed);
        await tellNews(tx, "notice", ["staff"]);
      });
      return ok();
    },
  );

  /** Marks of who has read it go by the foreign key. */
  app.delete(
    `${BASE}/:noticeIds`,
    {
      config: { access: "system:notice:remove", log: ["通知公告", 3] },
      schema: {
        params: Type.Object({ noticeIds: Type.String() }),
        response: okSchema(),
      },
    },
    async (request) => {
      const ids = parseIds(request.params.noticeIds);
      await db.transaction(async (tx) => {
        const gone = await tx
          .delete(notice)
          .where(inArray(notice.noticeId, ids))
          .returning({ noticeId: notice.noticeId });
        if (gone.length === 0) throw new AppError(NOT_FOUND, { code: 404 });
        await uses.forget(
          tx,
          gone.map(({ noticeId }) => noticeId),
        );
        await tellNews(tx, "notice", ["staff"]);
      });
      return ok();
    },
  );
};

export default api;
