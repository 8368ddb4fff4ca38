import { Type } from "typebox";
import type { PanelVerb, ReviewVerb } from "#src/lib/declare/panel-life.ts";
import { pointsText } from "#src/lib/declare/score-sheet.ts";
import { parseId } from "#src/server/crud/ids.ts";
import { fillBody } from "#src/server/fields/fields.ts";
import type { Person } from "#src/server/flow/flow.ts";
import { accountOf } from "#src/server/http/access.ts";
import { ok, okSchema } from "#src/server/http/reply.ts";
import { looseQuery } from "#src/server/http/request-schemas.ts";
import type { App, Context, Slice } from "#src/server/start/context.ts";
import { actOnPanel } from "./acts/panel-flow.server.ts";
import { actOnReview } from "./acts/review-flow.server.ts";
import type { Review } from "./model/rows.server.ts";
import { panelDesk } from "./read/desk.server.ts";
import { dutiesOf, dutyOf } from "./read/duties.server.ts";
import { reviewOf } from "./read/material.server.ts";
import { materialFiles } from "./read/papers.server.ts";
import { Duty, DutyWhole, ReviewWhole, Written } from "./wire.ts";

const BASE = "/prod-api/api/declaration/panel";

/** A body's keys are read one by one: what is wrong with them is said on the field. */
const Body = Type.Record(Type.String(), Type.Unknown());
/** Comments on every line of a sheet. */
const BODY_BYTES = 256 * 1024;

const personOf = (request: Parameters<typeof accountOf>[0] & { ip: string }): Person => ({
  account: accountOf(request),
  ip: request.ip,
});

const written = ({ id, state, version, total }: Review): Written => ({
  id,
  state,
  version,
  total: total === null ? "" : pointsText(total),
});

/** product 4.8: experts judge declarations, and the secretariat arranges it. */
const api: Slice = (app, context) => {
  experts(app, context);
  materialFiles(app, context);
  panelDesk(app, context);
};

/** An expert's answer to an invitation, each a call of its own. */
const ANSWERS: readonly PanelVerb[] = ["accept", "decline"];
/** What an expert does with one declaration. */
const ACTS: readonly ReviewVerb[] = ["submit", "recuse"];

function experts(app: App, context: Context): void {
  const { db } = context;
  app.get(
    `${BASE}/mine`,
    {
      config: { access: "login" },
      schema: { response: okSchema({ data: Type.Array(Duty) }) },
    },
    async (request) => ok({ data: await dutiesOf(db, accountOf(request).userId) }),
  );

  app.get(
    `${BASE}/batch`,
    {
      config: { access: "login" },
      schema: {
        querystring: looseQuery({ id: "邀请编号" }),
        response: okSchema({ data: DutyWhole }),
      },
    },
    async (request) =>
      ok({ data: await dutyOf(db, parseId(request.query.id), accountOf(request).userId) }),
  );

  app.get(
    `${BASE}/review`,
    {
      config: { access: "login" },
      schema: {
        querystring: looseQuery({ id: "评审编号" }),
        response: okSchema({ data: ReviewWhole }),
      },
    },
    async (request) =>
      ok({ data: await reviewOf(context, parseId(request.query.id), accountOf(request).userId) }),
  );

  for (const verb of ANSWERS) {
    app.post(
      `${BASE}/${verb}`,
      {
        config: { access: "login", log: ["专家评审", 2] },
        preValidation: fillBody,
        schema: { body: Body, response: okSchema() },
      },
      async (request) => {
        await actOnPanel(context, verb, parseId(request.body.id), request.body, personOf(request));
        return ok();
      },
    );
  }

  app.put(
    `${BASE}/save`,
    {
      config: { access: "login", log: ["专家评审", 2] },
      bodyLimit: BODY_BYTES,
      preValidation: fillBody,
      schema: { body: Body, response: okSchema({ data: Written }) },
    },
    async (request) => {
      const { body } = request;
      const row = await actOnReview(context, "save", parseId(body.id), body, personOf(request));
      return ok({ data: written(row) });
    },
  );

  for (const verb of ACTS) {
    app.post(
      `${BASE}/${verb}`,
      {
        config: { access: "login", log: ["专家评审", 2] },
        bodyLimit: BODY_BYTES,
        preValidation: fillBody,
        schema: { body: Body, response: okSchema({ data: Written }) },
      },
      async (request) => {
        const { body } = request;
        const row = await actOnReview(context, verb, parseId(body.id), body, personOf(request));
        return ok({ data: written(row) });
      },
    );
  }
}

export default api;
