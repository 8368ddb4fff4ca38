import type { Model } from "./model.ts";
import { str } from "./words.ts";

/**
 * seed.server.ts: the page's menu row and its buttons, put in once, and their permissions as types. A page that is reached from
 * another one alone is hidden.
 */
export function seedFile(model: Model): string {
  const { noun, module, business, owner, tree } = model;
  const buttons = [
    ["查询", "query"],
    ["新增", "add"],
    ["修改", "edit"],
    ["删除", "remove"],
    ...(tree ? [] : [["导出", "export"]]),
  ];
  return `import { eq } from "drizzle-orm";
import type { Db } from "#src/db/client.ts";
import { menu } from "../../system/menu/table.server.ts";

declare module "#src/lib/menu/permission.ts" {
  interface SliceNouns {
    ${str(`${module}:${business}`)}: true;
  }
}

export const order = 60;

const NOUN = ${str(`${module}:${business}`)};

const BUTTONS: [label: string, verb: string][] = [
${buttons.map(([label, verb]) => `  ["${label}", "${verb}"],`).join("\n")}
];

/** The menu row of the page and its buttons. */
export async function base(db: Db): Promise<void> {
  const perms = \`\${NOUN}:list\`;
  const [there] = await db
    .select({ menuId: menu.menuId })
    .from(menu)
    .where(eq(menu.perms, perms))
    .limit(1);
  if (there) return;
  const [page] = await db
    .insert(menu)
    .values({
      menuName: ${str(noun)},
      parentId: ${model.parentMenuId},
      orderNum: 90,
      path: ${str(business)},
      component: ${str(`${module}/${business}/index`)},
      menuType: "C",${owner ? '\n      visible: "1",' : ""}
      perms,
      icon: "documentation",
      createBy: "system",
    })
    .returning({ menuId: menu.menuId });
  if (!page) return;
  await db.insert(menu).values(
    BUTTONS.map(([label, verb], index) => ({
      menuName: \`${noun}\${label}\`,
      parentId: page.menuId,
      orderNum: index + 1,
      menuType: "F",
      perms: \`\${NOUN}:\${verb}\`,
      createBy: "system",
    })),
  );
}
`;
}
