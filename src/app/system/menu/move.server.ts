import { asc, eq, sql } from "drizzle-orm";
import type { Db } from "#src/db/client.ts";
import { publishTags } from "#src/server/cache/tags.ts";
import { parseId } from "#src/server/crud/ids.ts";
import { fieldsBody, fillBody, readFields } from "#src/server/fields/fields.ts";
import { type Account, accountOf } from "#src/server/http/access.ts";
import { AppError, refuseFields } from "#src/server/http/errors.ts";
import { ok, okSchema } from "#src/server/http/reply.ts";
import type { App, Context } from "#src/server/start/context.ts";
import { checkMenu, FIELDS, findMenu, lockMenus, type Menu } from "./rules.server.ts";
import { menu } from "./table.server.ts";

const NOT_THERE = "目标位置已被他人修改，请刷新后重试";

/**
 * PUT /system/menu/move, beside the contract's calls: puts a row below another one, before one of the
 * rows there or at their end, and numbers them anew; all or nothing. The rules are those of an edit.
 */
export function menuMove(app: App, { db }: Pick<Context, "db">): void {
  app.put(
    "/prod-api/system/menu/move",
    {
      config: { access: "system:menu:edit", log: ["菜单管理", 2] },
      preValidation: fillBody,
      schema: {
        body: fieldsBody(FIELDS, ["menuId", "parentId", "beforeId"]),
        response: okSchema(),
      },
    },
    async (request) => {
      const body = request.body;
      const menuId = parseId(body.menuId);
      const isUnsaid =
        body.parentId === undefined || body.parentId === null || body.parentId === "";
      refuseFields({ parentId: isUnsaid ? "上级菜单不能为空" : undefined });
      const { parentId } = readFields({ parentId: FIELDS.parentId }, body, false);
      const { beforeId } = body;
      const before = beforeId === undefined || beforeId === null ? undefined : parseId(beforeId);
      await db.transaction(async (tx) => {
        await lockMenus(tx);
        await move(tx, accountOf(request), menuId, Number(parentId), before);
        await publishTags(tx, ["menu"]);
      });
      return ok();
    },
  );
}

async function move(
  tx: Db,
  account: Account,
  menuId: number,
  parentId: number,
  beforeId: number | undefined,
): Promise<void> {
  const row = await findMenu(tx, account, menuId);
  const next = { ...row, parentId };
  if (parentId !== row.parentId) {
    await checkKind(tx, next);
    await checkMenu(tx, account, next, row);
  }
  const there = await tx
    .select()
    .from(menu)
    .where(eq(menu.parentId, parentId))
    .orderBy(asc(menu.orderNum), asc(menu.menuId));
  const siblings = there.filter((each) => each.menuId !== menuId);
  const at =
    beforeId === undefined
      ? siblings.length
      : siblings.findIndex((each) => each.menuId === beforeId);
  if (at < 0) throw new AppError(NOT_THERE);
  const placed = numbered(siblings.toSpliced(at, 0, next));
  for (const each of siblings) {
    const orderNum = placed.get(each.menuId);
    if (orderNum === undefined || orderNum === each.orderNum) continue;
    await tx.update(menu).set({ orderNum }).where(eq(menu.menuId, each.menuId));
  }
  await tx
    .update(menu)
    .set({
      parentId,
      orderNum: placed.get(menuId) ?? row.orderNum,
      updateBy: account.userName,
      updateTime: sql`now()`,
    })
    .where(eq(menu.menuId, menuId));
}

/** 1, 2, 3 …: rows that had the same number, or none that rises, keep the order they are shown in. */
const numbered = (rows: readonly Menu[]): Map<number, number> =>
  new Map(rows.map(({ menuId }, index) => [menuId, index + 1]));

/** What could be kept, but reached by nobody: the shell has no place for it. */
async function checkKind(tx: Db, { menuName, menuType, parentId }: Menu): Promise<void> {
  const refuse = (reason: string) => {
    throw new AppError(`修改菜单'${menuName}'失败，${reason}`, { fields: { parentId: reason } });
  };
  if (parentId === 0) {
    if (menuType === "F") refuse("按钮不能放在最上层");
    return;
  }
  const [above] = await tx
    .select({ menuType: menu.menuType })
    .from(menu)
    .where(eq(menu.menuId, parentId));
  if (above?.menuType === "C" && menuType !== "F") refuse("菜单下面只能放按钮");
}
