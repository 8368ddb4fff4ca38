import { pino } from "pino";
import { afterAll, expect, test } from "vitest";
import { createApp } from "../../server/http/app.ts";
import type { InboxSource } from "../../server/jobs/inbox.ts";
import type { Context } from "../../server/start/context.ts";
import { parseEnv } from "../../server/start/env.ts";
import { startApp } from "../../test/app.ts";
import inboxSlice from "./api.server.ts";

const { db, dataDir } = await startApp();

/** Things of one kind, due at the same few moments as those of the other. */
const sourceOf = (kind: string, count: number): InboxSource => {
  const items = Array.from({ length: count }, (_, index) => {
    const dueAt = new Date(1_800_000_000_000 + Math.floor(index / 50) * 1_000);
    const waitingSince = new Date(dueAt.getTime() - (kind === "a" ? 1 : 9) * 86_400_000);
    return { id: index + 1, title: kind, note: "", from: "", waitingSince, dueAt, to: "/" };
  });
  return {
    kind,
    name: kind,
    count: async () => items.length,
    list: async (_db, _account, offset, limit) => items.slice(offset, offset + limit),
  };
};

const app = await createApp({
  context: {
    db,
    env: parseEnv({ DATA_DIR: dataDir }, dataDir),
    log: pino({ level: "silent" }),
    inbox: [sourceOf("a", 430), sourceOf("b", 310), sourceOf("c", 0)],
  } as Partial<Context> as Context,
  slices: { inbox: inboxSlice },
  requireProof: async () => undefined,
  findAccount: async () => ({
    sessionId: 1,
    userId: 7,
    userName: "keeper",
    nickName: "",
    isStaff: true,
    roles: [],
    permissions: [],
    mustEnrol: false,
    mustChangePassword: false,
    provedSecondsAgo: 0,
  }),
  beginTransaction: () => {
    throw new Error("nothing is written");
  },
  appendOperations: async () => undefined,
  isReady: async () => true,
});
afterAll(() => app.close());

test("several kinds are paged to their end, each thing on one page, in one order", async () => {
  const seen: { kind: string; id: number; dueAt: string }[] = [];
  for (let page = 1; page <= 15; page++) {
    const answer = await app.inject({
      url: `/prod-api/inbox/list?pageNum=${page}&pageSize=50`,
      headers: { authorization: "Bearer x" },
    });
    const body = answer.json() as { total: number; rows: typeof seen };
    expect(body.total).toBe(740);
    seen.push(...body.rows);
  }
  expect(seen).toHaveLength(740);
  expect(new Set(seen.map(({ kind, id }) => `${kind}${id}`)).size).toBe(740);
  const times = seen.map(({ dueAt }) => dueAt);
  expect(times).toEqual(times.toSorted());
});
