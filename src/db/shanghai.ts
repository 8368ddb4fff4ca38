import { type AnyColumn, type SQL, sql } from "drizzle-orm";

/** A moment on the clocks of Shanghai, whatever time zone the database is set to. */
export const inShanghai = (moment: SQL | AnyColumn): SQL =>
  sql`${moment} at time zone 'Asia/Shanghai'`;

/** `yyyy-MM-dd HH:mm:ss` as in every answer; null for no moment. */
export const timeText = (moment: SQL | AnyColumn): SQL<string> =>
  sql<string>`to_char(${inShanghai(moment)}, 'YYYY-MM-DD HH24:MI:SS')`;

/** `yyyy-MM-dd`. */
export const dayText = (moment: SQL | AnyColumn): SQL<string> =>
  sql<string>`to_char(${inShanghai(moment)}, 'YYYY-MM-DD')`;
