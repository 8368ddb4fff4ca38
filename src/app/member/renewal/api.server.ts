import { asc, eq } from "drizzle-orm";
import { Type } from "typebox";
import { reachOf } from "#src/app/system/reach/service.server.ts";
import { councilMeeting } from "#src/app/system/sign/council/table.server.ts";
import { RowId } from "#src/lib/wire.ts";
import { accountOf } from "#src/server/http/access.ts";
import { ok, okSchema, table, tableSchema } from "#src/server/http/reply.ts";
import { looseQuery } from "#src/server/http/request-schemas.ts";
import type { Slice } from "#src/server/start/context.ts";
import { proposeLapse, remindMembers } from "./acts.server.ts";
import { countStages, listRenewals } from "./list.server.ts";
import { OpenMeeting, Reminded, RenewalRow, StageCounts } from "./wire.ts";

const BASE = "/prod-api/api/bll/member/renewal";
const MARK = ["到期与续会", 2] as const;
const Ids = Type.Array(RowId, { minItems: 1, maxItems: 100, title: "会员" });

/** 到期与续会: whose term ends, reminders by hand, and who is proposed to the council (product 4.5). */
const renewal: Slice = (app, { db }) => {
  app.get(
    `${BASE}/list`,
    {
      config: { access: "member:renewal:list" },
      schema: {
        querystring: looseQuery({
          stage: "d7、d30、d60、grace、lapsed 或 lapseList",
          keyword: "名称，或会员编号",
          memberType: "01 个人，02 单位",
          pageNum: "页码，从 1 开始",
          pageSize: "每页行数，1 到 100",
          orderByColumn: "validTo、memberNo 或 name",
          isAsc: "ascending 或 descending",
        }),
        response: tableSchema(RenewalRow),
      },
    },
    async (request) => {
      const reach = await reachOf(db, accountOf(request));
      const { rows, total } = await listRenewals(db, reach, request.query);
      return table(rows, total);
    },
  );

  app.get(
    `${BASE}/counts`,
    {
      config: { access: "member:renewal:list" },
      schema: { response: okSchema({ data: StageCounts }) },
    },
    async (request) => ok({ data: await countStages(db, await reachOf(db, accountOf(request))) }),
  );

  app.post(
    `${BASE}/remind`,
    {
      config: { access: "member:renewal:remind", log: [...MARK] },
      schema: {
        summary: "提醒所选会员续会，每人每天最多一次",
        body: Type.Object({ ids: Ids }),
        response: okSchema({ data: Reminded }),
      },
    },
    async (request) => {
      const reach = await reachOf(db, accountOf(request));
      return ok({ data: await remindMembers(db, { reach, ip: request.ip }, request.body.ids) });
    },
  );

  app.get(
    `${BASE}/meetings`,
    {
      config: { access: "member:renewal:lapse" },
      schema: { response: okSchema({ data: Type.Array(OpenMeeting) }) },
    },
    async () => {
      const rows = await db
        .select({
          id: councilMeeting.id,
          meetingName: councilMeeting.meetingName,
          meetingOn: councilMeeting.meetingOn,
        })
        .from(councilMeeting)
        .where(eq(councilMeeting.resolutionNo, ""))
        .orderBy(asc(councilMeeting.meetingOn), asc(councilMeeting.id))
        .limit(100);
      return ok({ data: rows });
    },
  );

  app.post(
    `${BASE}/propose`,
    {
      config: { access: "member:renewal:lapse", log: [...MARK] },
      schema: {
        summary: "把过期超过一年的会员列入理事会审议名单",
        body: Type.Object({ meetingId: RowId, ids: Ids }),
        response: okSchema({ data: Type.Integer() }),
      },
    },
    async (request) => {
      const reach = await reachOf(db, accountOf(request));
      const data = await proposeLapse(db, { reach, ip: request.ip }, request.body);
      return ok({ data }, `已列入 ${data} 位会员`);
    },
  );
};

export default renewal;
