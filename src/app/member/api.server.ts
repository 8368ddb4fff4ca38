import { Type } from "typebox";
import { isLongReason } from "#src/lib/text/reason.ts";
import { RowId } from "#src/lib/wire.ts";
import { parseId } from "#src/server/crud/ids.ts";
import { inputText, offsetOf, pageOf } from "#src/server/crud/list-query.ts";
import { revealing } from "#src/server/crud/revealing.ts";
import { accountOf } from "#src/server/http/access.ts";
import { AppError } from "#src/server/http/errors.ts";
import { ok, okSchema, table, tableSchema } from "#src/server/http/reply.ts";
import { looseQuery, pathParts } from "#src/server/http/request-schemas.ts";
import type { App, Context, Slice } from "#src/server/start/context.ts";
import { exporting } from "#src/server/workbook/exporting.ts";
import { reachOf } from "../system/reach/service.server.ts";
import { openIdentity } from "../system/sign/identity/service.server.ts";
import { editContact, MANUAL_STATES, setState } from "./acts/staff-acts.server.ts";
import { merging } from "./merge/calls.server.ts";
import { choicesOf } from "./read/choices.server.ts";
import { memberWithin, wholeOf } from "./read/detail.server.ts";
import { rosterCondition, rosterRows } from "./read/list.server.ts";
import { member } from "./table.server.ts";
import { Choices, MemberRow, MemberWhole } from "./wire.ts";

const PATH = "/api/bll/member";
const BASE = `/prod-api${PATH}`;

/** More rows of personal data leave the system with a reason only (product 5). */
const FREE_ROWS = 500;

/** 会员名册 (product 4.5): who is or was a member. */
const api: Slice = (app, context) => {
  reading(app, context);
  changing(app, context);
  file(app, context);
  merging(app, context);
  const { db, env } = context;
  revealing(app, {
    path: PATH,
    access: "member:member:reveal",
    log: "会员名册",
    fields: { idNo: "证件号码", phone: "手机号码", email: "邮箱" },
    read: async (account, id, field) => {
      const reach = await reachOf(db, account);
      const row = await memberWithin(db, reach, "member:member:reveal", id);
      return field === "idNo" ? openIdentity(env.dataDir, row.idSealed) : row[field];
    },
  });
};

const QUERY = {
  name: "姓名或单位名称，含有即可",
  memberNo: "会员编号，等于",
  phone: "手机号码，含有即可；不能查看号码的人按显示的部分或完整号码查找",
  memberType: "01 个人，02 单位",
  levelId: "会员级别的编号",
  state: "valid、grace、lapsed、lapseList、suspended、resigned、expelled",
  region: "地区代码，含其下各级",
  deptId: "分支机构的编号，含下级",
  ids: "选中的会员，编号以逗号分隔",
  beginValidTo: "到期日不早于，yyyy-MM-dd",
  endValidTo: "到期日不晚于，yyyy-MM-dd",
};

function reading(app: App, context: Context): void {
  const { db } = context;
  app.get(
    `${BASE}/list`,
    {
      config: { access: "member:member:list" },
      schema: {
        querystring: looseQuery({ ...QUERY, pageNum: "页码", pageSize: "每页行数" }),
        response: tableSchema(MemberRow),
      },
    },
    async (request) => {
      const reach = await reachOf(db, accountOf(request));
      const where = await rosterCondition(db, reach, "member:member:list", request.query);
      const { pageNum, pageSize } = pageOf(request.query);
      const total = await db.$count(member, where);
      const rows = await rosterRows(db, where, request.query, {
        limit: pageSize,
        offset: offsetOf(pageNum, pageSize, total),
      });
      return table(
        rows.map(({ wholePhone: _phone, email: _email, ...row }) => row),
        total,
      );
    },
  );

  app.get(
    `${BASE}/choices`,
    {
      config: { access: "member:member:list" },
      schema: { summary: "筛选用的级别、分支机构和地区", response: okSchema({ data: Choices }) },
    },
    async (request) => {
      const reach = await reachOf(db, accountOf(request));
      return ok({ data: await choicesOf(db, reach) });
    },
  );

  app.get(
    `${BASE}/:id`,
    {
      config: { access: "member:member:query" },
      schema: { params: pathParts("id"), response: okSchema({ data: MemberWhole }) },
    },
    async (request) => {
      const reach = await reachOf(db, accountOf(request));
      const row = await memberWithin(db, reach, "member:member:query", parseId(request.params.id));
      return ok({ data: await wholeOf(context, row) });
    },
  );
}

const Key = { id: RowId, version: Type.Optional(RowId) };

function changing(app: App, { db }: Context): void {
  app.put(
    BASE,
    {
      config: { access: "member:member:edit", log: ["会员名册", 2] },
      schema: {
        summary: "修改会员的联系方式",
        body: Type.Object({
          ...Key,
          phone: Type.Optional(Type.String()),
          email: Type.Optional(Type.String()),
          region: Type.Optional(Type.String()),
          address: Type.Optional(Type.String()),
          directoryVisible: Type.Optional(Type.Boolean()),
        }),
        response: okSchema(),
      },
    },
    async (request) => {
      const reach = await reachOf(db, accountOf(request));
      await editContact(db, { reach, ip: request.ip }, request.body);
      return ok();
    },
  );

  app.put(
    `${BASE}/state`,
    {
      config: { access: "member:member:edit", log: ["会员名册", 2] },
      schema: {
        summary: "中止、退会、除名，或恢复",
        body: Type.Object({
          ...Key,
          state: Type.Union(
            MANUAL_STATES.map((state) => Type.Literal(state)),
            { title: "状态" },
          ),
          reason: Type.String({ default: "", title: "原因" }),
          resolutionNo: Type.Optional(Type.String()),
        }),
        response: okSchema(),
      },
    },
    async (request) => {
      const reach = await reachOf(db, accountOf(request));
      await setState(db, { reach, ip: request.ip }, request.body);
      return ok();
    },
  );
}

const NEEDS_REASON = `导出超过 ${FREE_ROWS} 条会员资料，请写明用途，至少 5 个字`;

function file(app: App, context: Context): void {
  const { db } = context;
  exporting(app, context, {
    path: PATH,
    noun: "member:member",
    isOfPersons: true,
    log: ["会员名册", 5],
    sheet: {
      name: "会员名册",
      columns: async (input, request) => {
        const reach = await reachOf(db, accountOf(request));
        const where = await rosterCondition(db, reach, "member:member:export", input);
        const count = await db.$count(member, where);
        const hasReason = isLongReason(inputText(input, "reason"));
        if (count > FREE_ROWS && !hasReason) {
          throw new AppError(NEEDS_REASON, { fields: { reason: NEEDS_REASON } });
        }
        return [
          ["会员编号", "memberNo"],
          ["名称", "name"],
          ["类别", "memberType", { "01": "个人", "02": "单位" }],
          ["级别", "levelName"],
          ["状态", "stateName"],
          ["地区", "regionName"],
          ["分支机构", "branchName"],
          ["手机号码", "phone"],
          ["入会日期", "joinedOn"],
          ["到期日", "validTo"],
        ];
      },
    },
    rows: async (tx, input, request, part) => {
      const reach = await reachOf(db, accountOf(request));
      const where = await rosterCondition(db, reach, "member:member:export", input);
      const rows = await rosterRows(tx, where, input, part);
      // Who may look at a number may take it along; everybody else gets it masked.
      const isWhole = reach.has("member:member:reveal");
      return rows.map(({ wholePhone, ...row }) => ({
        ...row,
        phone: isWhole ? wholePhone : row.phone,
      }));
    },
  });
}

export default api;
