import { Type } from "typebox";
import { formatDateTime } from "../../lib/dates.ts";
import { accountOf } from "../../server/access.ts";
import type { Slice } from "../../server/context.ts";
import { inputText, type ListInput, offsetOf, pageOf } from "../../server/list-query.ts";
import { ok, okSchema, table, tableSchema } from "../../server/reply.ts";

const BASE = "/prod-api/inbox";

/** Of several kinds together so many of each are put in order; one kind can be paged to its end. */
const MIXED = 200;

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
      const kinds = await Promise.all(
        inbox.map(async ({ kind, name, count }) => ({
          kind,
          name,
          count: await count(db, account),
        })),
      );
      const waiting = kinds.filter((each) => each.count > 0);
      const total = waiting.reduce((sum, each) => sum + each.count, 0);
      return ok({ data: { total, kinds: waiting } });
    },
  );

  app.get(
    `${BASE}/list`,
    {
      config: {
        access: "staff",
        query: {
          kind: "种类，不填为全部",
          pageNum: "页码，从 1 开始",
          pageSize: "每页行数，1 到 100",
        },
      },
      schema: { response: tableSchema(Item) },
    },
    async (request) => {
      const account = accountOf(request);
      const input = request.query as ListInput;
      const kind = inputText(input, "kind");
      const asked = kind === "" ? inbox : inbox.filter((source) => source.kind === kind);
      const counts = await Promise.all(asked.map((source) => source.count(db, account)));
      const total = counts.reduce((sum, count) => sum + count, 0);
      const { pageNum, pageSize } = pageOf(input);
      const offset = offsetOf(pageNum, pageSize, total);
      const isOne = asked.length === 1;
      const lists = await Promise.all(
        asked.map(async (source, index) => {
          if (!counts[index]) return [];
          const items = isOne
            ? await source.list(db, account, offset, pageSize)
            : await source.list(db, account, 0, MIXED);
          return items.map((item) => ({ ...item, kind: source.kind, kindName: source.name }));
        }),
      );
      const now = new Date();
      const rows = lists
        .flat()
        .sort((a, b) => a.dueAt.getTime() - b.dueAt.getTime())
        .slice(isOne ? 0 : offset, isOne ? pageSize : offset + pageSize)
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
