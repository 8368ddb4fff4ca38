import { eq } from "drizzle-orm";
import type { Db } from "#src/db/client.ts";
import { CONTENT_ROWS } from "#src/lib/menu/content-rows.ts";
import type { MenuSeed } from "#src/lib/menu/menu-seed.ts";
import { isFirstTime } from "#src/server/start/once.ts";
import { putIn, type RoleSeed } from "./put-in.server.ts";
import { menu } from "./table.server.ts";

/** Roles of product 4.10 that work at the desk, with what they may do there. */
const ROLES = [
  {
    roleName: "内容编辑",
    roleKey: "editor",
    roleSort: 10,
    dataScope: "3",
    remark: "撰写本部门的文章，提交审核",
    perms: /^content:(article:(list|query|add|edit)|file:(list|query|add|edit))$/,
  },
  {
    roleName: "内容审核",
    roleKey: "content_reviewer",
    roleSort: 11,
    dataScope: "1",
    remark: "审核、发布与维护网站内容",
    perms:
      /^content:(article|category|file|link|cooperation|banner|tile|chat|wording|committee|teacher|programme|forerunner):/,
  },
] as const satisfies readonly RoleSeed[];

/** Rows that came after the desk: an installation from before gets them, once. */
const LATER: readonly (readonly [key: `site.${string}`, name: string, perms: RegExp])[] = [
  ["site.committeeDesk", "专业委员会菜单已装入", /^content:committee:/],
  ["site.teacherDesk", "师资专家菜单已装入", /^content:teacher:/],
  ["site.programmeDesk", "培训项目菜单已装入", /^content:programme:/],
  ["site.forerunnerDesk", "先行示范菜单已装入", /^content:forerunner:/],
  [
    "site.deskExports",
    "内容管理导出按钮已装入",
    /^content:(banner|chat|cooperation|link|redirect|tile|wording):export$/,
  ],
];

/** Puts in the rows of the content desk and its roles, once an installation. */
export async function contentBase(db: Db): Promise<void> {
  const isNew = await isFirstTime(db, "site.contentDesk", "内容管理菜单已装入");
  if (isNew) await putIn(db, CONTENT_ROWS, ROLES);
  for (const [key, name, perms] of LATER) {
    if (!(await isFirstTime(db, key, name)) || isNew) continue;
    await addRows(
      db,
      CONTENT_ROWS.filter((row) => perms.test(row.perms ?? "")),
    );
  }
}

/** Pages below the directory of 文章管理, buttons below their page; none below what was removed. */
async function addRows(db: Db, rows: readonly MenuSeed[]): Promise<void> {
  for (const { menuId, ...row } of rows) {
    const isPage = row.menuType === "C";
    const beside = isPage ? "content:article:list" : row.perms?.replace(/\w+$/, "list");
    const [at] = await db
      .select()
      .from(menu)
      .where(eq(menu.perms, beside ?? ""));
    if (!at && !isPage) continue;
    const [taken] = await db.select().from(menu).where(eq(menu.menuId, menuId));
    await db.insert(menu).values({
      ...row,
      ...(taken ? {} : { menuId }),
      parentId: (isPage ? at?.parentId : at?.menuId) ?? 0,
      createBy: "system",
    });
  }
}
