import { Type } from "typebox";
import type { MeetingVerb } from "#src/lib/declare/meeting-life.ts";
import { parseId, plainText } from "#src/server/crud/ids.ts";
import { fillBody } from "#src/server/fields/fields.ts";
import type { Person } from "#src/server/flow/flow.ts";
import { accountOf } from "#src/server/http/access.ts";
import { AppError } from "#src/server/http/errors.ts";
import { ok, okSchema } from "#src/server/http/reply.ts";
import { looseQuery } from "#src/server/http/request-schemas.ts";
import type { Context, Slice } from "#src/server/start/context.ts";
import { actOnMeeting, callMeeting } from "./flow.server.ts";
import { meetingPapers } from "./papers.server.ts";
import { meetingBatches, sheetOf } from "./read.server.ts";
import { Made, MeetingBatch, MeetingSheet } from "./wire.ts";

const BASE = "/prod-api/api/declaration/meeting";

/** A body's keys are read one by one: what is wrong with them is said on the field. */
const Body = Type.Record(Type.String(), Type.Unknown());
const EDIT = "declare:meeting:edit";

const personOf = (request: Parameters<typeof accountOf>[0] & { ip: string }): Person => ({
  account: accountOf(request),
  ip: request.ip,
});

/** 终审会议: the committee's meetings on a batch, their votes and resolutions (product 4.8). */
const api: Slice = (app, context) => {
  readings(app, context);
  meetingPapers(app, context);

  app.post(
    BASE,
    {
      config: { access: EDIT, log: ["终审会议", 1] },
      preValidation: fillBody,
      schema: { body: Body, response: okSchema({ data: Made }) },
    },
    async (request) => {
      const { body } = request;
      const row = await callMeeting(context, parseId(body.batchId), body, personOf(request));
      return ok({ data: { id: row.id, version: row.version } });
    },
  );

  const step = (
    method: "PUT" | "POST",
    path: string,
    access: typeof EDIT | "declare:item:decide",
    verbs: readonly MeetingVerb[],
  ) =>
    app.route({
      method,
      url: `${BASE}${path}`,
      config: { access, log: ["终审会议", 2] },
      preValidation: fillBody,
      schema: { body: Body, response: okSchema({ data: Made }) },
      handler: async (request) => {
        const body = request.body as Record<string, unknown>;
        const verb =
          verbs.length === 1 ? verbs[0] : verbs.find((each) => each === plainText(body.action));
        if (!verb) throw new AppError("请选择要办理的事项");
        const row = await actOnMeeting(context, verb, parseId(body.id), body, personOf(request));
        return ok({ data: { id: row.id, version: row.version } });
      },
    });
  step("PUT", "", EDIT, ["edit"]);
  step("PUT", "/vote", EDIT, ["vote"]);
  step("POST", "/step", EDIT, ["freeze", "reopen", "remove"]);
  step("POST", "/resolve", "declare:item:decide", ["resolve"]);
};

function readings(app: Parameters<Slice>[0], { db }: Context): void {
  app.get(
    `${BASE}/batches`,
    {
      config: { access: "declare:meeting:list" },
      schema: { response: okSchema({ data: Type.Array(MeetingBatch) }) },
    },
    async () => ok({ data: await meetingBatches(db) }),
  );

  app.get(
    `${BASE}/sheet`,
    {
      config: { access: "declare:meeting:list" },
      schema: {
        querystring: looseQuery({ batchId: "批次编号", id: "会议编号，空为最近一次" }),
        response: okSchema({ data: MeetingSheet }),
      },
    },
    async (request) => {
      const { query } = request;
      const id = plainText(query.id) === "" ? undefined : parseId(query.id);
      return ok({ data: await sheetOf(db, parseId(query.batchId), id, accountOf(request)) });
    },
  );
}

export default api;
