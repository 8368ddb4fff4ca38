import { Type } from "typebox";
import { looseQuery } from "#src/server/http/request-schemas.ts";
import { formatDateTime } from "../../lib/text/dates.ts";
import { inputText, offsetOf, pageOf } from "../../server/crud/list-query.ts";
import { accountOf } from "../../server/http/access.ts";
import { ok, okSchema, table, tableSchema } from "../../server/http/reply.ts";
import { countWaiting } from "../../server/jobs/inbox.ts";
import type { Slice } from "../../server/start/context.ts";

const BASE = "/prod-api/inbox";

const Item = Type.Object({
  kind: Type.String(),
  kindName: Type.String(),
  id: Type.Integer(),
  title: Type.String(),
  note: Type.String(),
  from: Type.String(),
  waitingSince: Type.String(),
  dueAt: Type.String(),
  isOverdue: Type.Boolean(),
  to: Type.String(),
});

type Placed = { dueAt: Date; kind: string; id: number };

/** The soonest due first; no two things are equal, so a page never holds what another one has. */
const inOrder = (a: Placed, b: Placed): number =>
  a.dueAt.getTime() - b.dueAt.getTime() || a.kind.localeCompare(b.kind) || a.id - b.id;

/** 待办: one list of what waits for the person who asks, whatever part of the house it is in. */
const api: Slice = (app, { db, inbox }) => {
  app.get(
    `${BASE}/count`,
    {
      config: { access: "staff" },
      schema: {
        response: okSchema({
          data: Type.Object({
            total: Type.Integer(),
            kinds: Type.Array(
              Type.Object({ kind: Type.String(), name: Type.String(), count: Type.Integer() }),
            ),
          }),
        }),
      },
    },
    async (request) => {
      const account = accountOf(request);
      const counts = await countWaiting(inbox, db, account);
      const waiting = inbox
        .map(({ kind, name }, index) => ({ kind, name, count: counts[index] ?? 0 }))
        .filter((each) => each.count > 0);
      const total = waiting.reduce((sum, each) => sum + each.count, 0);
      return ok({ data: { total, kinds: waiting } });
    },
  );

  app.get(
    `${BASE}/list`,
    {
      config: {
        access: "staff",
      },
      schema: {
        querystring: looseQuery({
          kind: "种类，不填为全部",
          pageNum: "页码，从 1 开始",
          pageSize: "每页行数，1 到 100",
        }),
        response: tableSchema(Item),
      },
    },
    async (request) => {
      const account = accountOf(request);
      const input = request.query;
      const kind = inputText(input, "kind");
      const asked = kind === "" ? inbox : inbox.filter((source) => source.kind === kind);
      const counts = await countWaiting(asked, db, account);
      const waiting = asked
        .map((source, index) => ({ source, count: counts[index] ?? 0 }))
        .filter((each) => each.count > 0);
      const total = waiting.reduce((sum, { count }) => sum + count, 0);
      const { pageNum, pageSize } = pageOf(input);
      const offset = offsetOf(pageNum, pageSize, total);
      const items = [];
      for (const { source } of waiting) {
        // One kind is paged where it lies. Of several, whatever of each may stand before the page's end.
        const isOne = waiting.length === 1;
        const found = await source.list(
          db,
          account,
          isOne ? offset : 0,
          isOne ? pageSize : offset + pageSize,
        );
        items.push(...found.map((item) => ({ ...item, kind: source.kind, kindName: source.name })));
      }
      const now = new Date();
      const from = waiting.length === 1 ? 0 : offset;
      const rows = items
        .sort(inOrder)
        .slice(from, from + pageSize)
        .map((item) => ({
          ...item,
          waitingSince: formatDateTime(item.waitingSince),
          dueAt: formatDateTime(item.dueAt),
          isOverdue: item.dueAt < now,
        }));
      return table(rows, total);
    },
  );
};

export default api;
