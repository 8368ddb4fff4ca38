import { eq, sql } from "drizzle-orm";
import { afterEach, expect, test, vi } from "vitest";
import { startApp } from "../../test/app.ts";
import { openTicket } from "./mfa/service.server.ts";
import { mfaTicket } from "./mfa/table.server.ts";
import { openSession } from "./session.server.ts";
import { session } from "./table.server.ts";

// The clock of a process may be wrong: a time that ends by the database's clock begins by it.
const it = await startApp();
afterEach(() => void vi.useRealTimers());

test("sessions and tickets last as long whatever the process takes for the time", async () => {
  const client = { ipaddr: "127.0.0.1", browser: "test", os: "test" };
  const DAY = 86_400_000;
  for (const shift of [-3 * DAY, 0, 3 * DAY]) {
    const { userId } = await it.as("staff");
    await it.db.delete(session).where(eq(session.userId, userId));
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + shift });
    const token = await openSession(it.db, { userId, isStaff: true, isRemembered: false, client });
    await openTicket(it.db, userId, false);
    vi.useRealTimers();
    const left = sql<number>`extract(epoch from ${session.expiresAt} - now())::int`;
    const [opened] = await it.db.select({ left }).from(session).where(eq(session.userId, userId));
    expect(Math.abs((opened?.left ?? 0) - 12 * 3_600)).toBeLessThan(60);
    const rest = sql<number>`extract(epoch from ${mfaTicket.expiresAt} - now())::int`;
    const [ticket] = await it.db
      .select({ rest })
      .from(mfaTicket)
      .where(eq(mfaTicket.userId, userId));
    expect(Math.abs((ticket?.rest ?? 0) - 300)).toBeLessThan(60);
    expect((await it.call("GET", "/getInfo", { token })).body.code).toBe(200);
  }
});
