import { sql } from "drizzle-orm";
import type { Db } from "#src/db/client.ts";
import { post } from "./table.server.ts";

export const order = 22;

/** wire 6: ids and codes as there, names of a society. */
const ROWS: [postId: number, postCode: string, postName: string][] = [
  [1, "ceo", "会长"],
  [2, "se", "项目主管"],
  [3, "hr", "人力资源"],
  [4, "user", "普通员工"],
];

export async function base(db: Db): Promise<void> {
  const there = await db.select({ id: post.postId }).from(post).limit(1);
  if (there.length > 0) return;
  await db.insert(post).values(
    ROWS.map(([postId, postCode, postName]) => ({
      postId,
      postCode,
      postName,
      postSort: postId,
      createBy: "system",
    })),
  );
  await db.execute(sql`select setval(pg_get_serial_sequence('sys_post', 'post_id'), 100, false)`);
}
