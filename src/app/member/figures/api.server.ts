import type { FastifyRequest } from "fastify";
import { formatDay } from "#src/lib/text/dates.ts";
import { inputText } from "#src/server/crud/list-query.ts";
import { accountOf } from "#src/server/http/access.ts";
import { ok, okSchema } from "#src/server/http/reply.ts";
import { looseQuery } from "#src/server/http/request-schemas.ts";
import type { Slice } from "#src/server/start/context.ts";
import { reachOf } from "../../system/reach/service.server.ts";
import { member } from "../table.server.ts";
import { figuresOf, membersNow } from "./figures.server.ts";
import { MemberFigures, MembersNow } from "./wire.ts";

/** 会员统计: numbers of the members that one may list. */
const api: Slice = (app, { db }) => {
  const whereOf = async (request: FastifyRequest) => {
    const reach = await reachOf(db, accountOf(request));
    return reach.where("member:member:list", { dept: member.deptId });
  };

  app.get(
    "/prod-api/api/bll/member/figures/list",
    {
      config: { access: "member:figures:list" },
      schema: {
        summary: "会员统计",
        querystring: looseQuery({ year: "按月统计的年份，不填为今年" }),
        response: okSchema({ data: MemberFigures }),
      },
    },
    async (request) => {
      const today = formatDay(new Date());
      const asked = inputText(request.query, "year");
      const year = /^(?:19|20)\d{2}$/.test(asked) ? Number(asked) : Number(today.slice(0, 4));
      return ok({ data: await figuresOf(db, await whereOf(request), today, year) });
    },
  );

  app.get(
    "/prod-api/api/bll/member/figures/now",
    {
      config: { access: "member:figures:list" },
      schema: { summary: "今天的会员数和本月入会数", response: okSchema({ data: MembersNow }) },
    },
    async (request) =>
      ok({ data: await membersNow(db, await whereOf(request), formatDay(new Date())) }),
  );
};

export default api;
