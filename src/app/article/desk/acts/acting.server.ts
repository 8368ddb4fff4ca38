import { parseId, parseIds, readIds } from "#src/server/crud/ids.ts";
import { fillBody } from "#src/server/fields/fields.ts";
import { AppError } from "#src/server/http/errors.ts";
import { ok, okSchema } from "#src/server/http/reply.ts";
import { pathParts } from "#src/server/http/request-schemas.ts";
import type { LogMark } from "#src/server/log/oper-log.ts";
import type { App, Context } from "#src/server/start/context.ts";
import { PIN, permissionOf } from "../model/rights.server.ts";
import type { ArticleVerb } from "../model/states.ts";
import { Bulk, bodyOf, SavedShape } from "../model/wire.ts";
import { bulk, orderPinned } from "./bulk.server.ts";
import { deskOf } from "./desk-act.server.ts";
import { act } from "./flow.server.ts";
import { savedOf } from "./store.server.ts";

/** Acts with a call of their own, and what their bodies may say. */
const POSTS: readonly [ArticleVerb, ...string[]][] = [
  ["submit", "opinion", "confirmed"],
  ["withdraw"],
  ["approve", "opinion", "publish", "confirmed", "overrideReason"],
  ["sendBack", "opinion"],
  ["publish", "when", "publishTime", "opinion", "confirmed", "overrideReason"],
  ["recall", "opinion"],
  ["discardCopy"],
];

const EDITED: LogMark = ["文章管理", 2];
const REMOVED: LogMark = ["文章管理", 3];
const BULK_KEYS = ["verb", "ids", "asked", "typeId", "visible", "opinion", "confirmed"];

/** The calls that move articles from state to state: one act each, or one act for many. */
export function acting(app: App, context: Context, base: string): void {
  for (const [verb, ...keys] of POSTS) {
    app.post(
      `${base}/${verb}`,
      {
        config: { access: permissionOf(verb), log: EDITED },
        preValidation: fillBody,
        schema: {
          body: bodyOf("id", "version", ...keys),
          response: okSchema({ data: SavedShape }),
        },
      },
      async (request) => {
        const body = request.body;
        const person = await deskOf(context, request);
        const done = await act(context, verb, parseId(body.id), body, person);
        return ok({ data: savedOf(done) });
      },
    );
  }

  app.put(
    `${base}/pin`,
    {
      config: { access: permissionOf("pin"), log: EDITED },
      preValidation: fillBody,
      schema: {
        body: bodyOf("id", "version", "isTop", "topUntil"),
        response: okSchema({ data: SavedShape }),
      },
    },
    async (request) => {
      const body = request.body;
      const person = await deskOf(context, request);
      return ok({ data: savedOf(await act(context, "pin", parseId(body.id), body, person)) });
    },
  );

  app.put(
    `${base}/pinOrder`,
    {
      config: { access: permissionOf("pin"), log: EDITED },
      preValidation: fillBody,
      schema: { body: bodyOf("typeId", "ids"), response: okSchema() },
    },
    async (request) => {
      const { reach } = await deskOf(context, request);
      await orderPinned(context, reach, request.body, PIN);
      return ok();
    },
  );

  /** All or none: a list that names one out of reach is refused as a whole. */
  const each = async (
    request: Parameters<typeof deskOf>[1],
    verb: ArticleVerb,
    ids: readonly number[],
  ) => {
    if (ids.length === 0) throw new AppError("请先选择文章");
    const person = await deskOf(context, request);
    await context.db.transaction(async (tx) => {
      // In one order, or two lists at once could wait for each other.
      for (const id of ids.toSorted((a, b) => a - b)) {
        await act({ ...context, db: tx }, verb, id, {}, person);
      }
    });
    return ok();
  };

  app.delete(
    `${base}/:ids`,
    {
      config: { access: permissionOf("recycle"), log: REMOVED },
      schema: { params: pathParts("ids"), response: okSchema() },
    },
    async (request) => each(request, "recycle", parseIds(request.params.ids)),
  );

  app.delete(
    `${base}/purge/:ids`,
    {
      config: { access: permissionOf("purge"), log: REMOVED },
      schema: { params: pathParts("ids"), response: okSchema() },
    },
    async (request) => each(request, "purge", parseIds(request.params.ids)),
  );

  app.post(
    `${base}/putBack`,
    {
      config: { access: permissionOf("putBack"), log: EDITED },
      preValidation: fillBody,
      schema: { body: bodyOf("ids"), response: okSchema() },
    },
    async (request) => each(request, "putBack", readIds(request.body, "ids") ?? []),
  );

  app.post(
    `${base}/bulk`,
    {
      // Each article's act asks for its own permission and reach.
      config: { access: "content:article:list", log: EDITED },
      preValidation: fillBody,
      schema: { body: bodyOf(...BULK_KEYS), response: okSchema({ data: Bulk }) },
    },
    async (request) => {
      return ok({ data: await bulk(context, await deskOf(context, request), request.body) });
    },
  );
}
