import { eq } from "drizzle-orm";
import type { Db } from "#src/db/client.ts";
import { ABOVE_MESSAGES, MESSAGE_ROWS } from "#src/lib/menu/message-rows.ts";
import { isFirstTime } from "#src/server/start/once.ts";
import { putIn } from "./put-in.server.ts";
import { menu } from "./table.server.ts";

/** Puts in 消息模板 and 发送记录, once an installation; at the top where 系统管理 was removed. */
export async function messageBase(db: Db): Promise<void> {
  if (!(await isFirstTime(db, "site.messagePages", "消息模板与发送记录菜单已装入"))) return;
  const [above] = await db
    .select({ id: menu.menuId })
    .from(menu)
    .where(eq(menu.menuId, ABOVE_MESSAGES));
  const rows = MESSAGE_ROWS.map((row) =>
    above || row.parentId !== ABOVE_MESSAGES ? row : { ...row, parentId: 0 },
  );
  await putIn(db, rows, []);
}
