import { lt, or, sql } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { resetTicket } from "../forgetPassword/table.server.ts";
import { removeSessions } from "./session.server.ts";
import { captcha, loginGuard, oneTimeCode, session } from "./table.server.ts";

/** Deletes rows that have run out. Rows that limits are counted by stay as long as the longest limit. */
export async function sweep(db: Db): Promise<void> {
  const now = sql`now()`;
  await removeSessions(
    db,
    or(
      lt(session.expiresAt, now),
      lt(sql`${session.lastSeenAt} + make_interval(secs => ${session.idleSeconds})`, now),
    ),
  );
  await db.delete(captcha).where(lt(captcha.createdAt, sql`now() - interval '1 hour'`));
  await db.delete(oneTimeCode).where(lt(oneTimeCode.createdAt, sql`now() - interval '2 days'`));
  await db.delete(resetTicket).where(lt(resetTicket.expiresAt, now));
  await db.delete(loginGuard).where(lt(loginGuard.updatedAt, sql`now() - interval '1 day'`));
}
