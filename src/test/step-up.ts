import { eq, sql } from "drizzle-orm";
import { session } from "../app/login/table.server.ts";
import { type Answer, type Login, PASSWORD, type TestApp } from "./app.ts";

/** As if the person had logged in an hour ago, and shown nothing since. */
export const leaveOpen = ({ db }: TestApp, { userId }: Pick<Login, "userId">) =>
  db
    .update(session)
    .set({ createdAt: sql`now() - interval '1 hour'`, provedAt: null })
    .where(eq(session.userId, userId));

/** Shows who it is, by the password of every account that `as` makes. */
export const prove = (it: TestApp, { token }: Pick<Login, "token">): Promise<Answer> =>
  it.call("POST", "/login/stepUp", { token, body: { password: PASSWORD } });
