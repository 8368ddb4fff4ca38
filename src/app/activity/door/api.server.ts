import type { FastifyRequest } from "fastify";
import { Type } from "typebox";
import { MAX_CHECKS } from "#src/lib/activity/door.ts";
import { numbers, texts } from "#src/lib/wire.ts";
import { parseId } from "#src/server/crud/ids.ts";
import { fillBody } from "#src/server/fields/fields.ts";
import type { Person } from "#src/server/flow/flow.ts";
import { accountOf } from "#src/server/http/access.ts";
import { ok, okSchema } from "#src/server/http/reply.ts";
import { looseQuery } from "#src/server/http/request-schemas.ts";
import type { Slice } from "#src/server/start/context.ts";
import { checkInAtDoor, readChecks } from "./check.server.ts";
import { countOf, doorActivities, doorList } from "./list.server.ts";
import { walkIn } from "./walk-in.server.ts";
import { DoorActivity, DoorCount, DoorList, DoorOutcome } from "./wire.ts";

const BASE = "/prod-api/api/activity/door";
const ACCESS = "activity:entry:checkIn";

const Body = Type.Record(Type.String(), Type.Unknown());

const personOf = (request: FastifyRequest): Person => ({
  account: accountOf(request),
  ip: request.ip,
});

/** Check-in at the door, for the page /checkin (product 4.7, decision 58). */
const door: Slice = (app, context) => {
  const { db } = context;

  app.get(
    `${BASE}/activities`,
    {
      config: { access: ACCESS },
      schema: {
        summary: "今天和近日可以签到的活动",
        response: okSchema({ data: Type.Array(DoorActivity) }),
      },
    },
    async () => ok({ data: await doorActivities(db) }),
  );

  app.get(
    `${BASE}/list`,
    {
      config: { access: ACCESS },
      schema: {
        summary: "一个活动的签到名单，供没有网络时使用；不含手机号全号和签到码",
        querystring: looseQuery({ id: "活动编号" }),
        response: okSchema({ data: DoorList }),
      },
    },
    async (request) => ok({ data: await doorList(context, parseId(request.query.id)) }),
  );

  app.get(
    `${BASE}/count`,
    {
      config: { access: ACCESS },
      schema: {
        summary: "一个活动已签到和应到的人数",
        querystring: looseQuery({ id: "活动编号" }),
        response: okSchema({ data: DoorCount }),
      },
    },
    async (request) => ok({ data: await countOf(db, parseId(request.query.id)) }),
  );

  app.post(
    `${BASE}/checkIn`,
    {
      config: { access: ACCESS, log: ["现场签到", 2] },
      preValidation: fillBody,
      schema: {
        summary: `签到，1 到 ${MAX_CHECKS} 条，每条有自己的结果；同一 uuid 只算一次；now 为本机发送时的时间，用来校正各条的 at；isOffline 为没有网络时记下的`,
        body: Body,
        response: okSchema({ data: Type.Array(DoorOutcome) }),
      },
    },
    async (request) => {
      const { body } = request;
      const checks = readChecks(body);
      const id = parseId(body.activityId);
      return ok({ data: await checkInAtDoor(context, id, checks, personOf(request)) });
    },
  );

  app.post(
    `${BASE}/walkIn`,
    {
      config: { access: ACCESS, log: ["现场签到", 1] },
      preValidation: fillBody,
      schema: {
        summary: "登记一位没有报名的人并签到",
        body: Body,
        response: okSchema({
          data: Type.Object({ ...numbers("id", "serial"), ...texts("name") }),
        }),
      },
    },
    async (request) => {
      const { body } = request;
      const data = await walkIn(context, parseId(body.activityId), body, personOf(request));
      return ok({ data }, "已登记并签到");
    },
  );
};

export default door;
