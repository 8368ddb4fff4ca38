import type { Db } from "#src/db/client.ts";
import { ACTIVITY_ROLE, ACTIVITY_ROWS } from "#src/lib/menu/activity-rows.ts";
import { ADVICE_ROWS } from "#src/lib/menu/advice-rows.ts";
import { BASE_ROWS, REVEAL_ROW } from "#src/lib/menu/base-rows.ts";
import { MESSAGE_ROWS } from "#src/lib/menu/message-rows.ts";
import { publishTags } from "#src/server/cache/tags.ts";
import type { Env } from "#src/server/start/env.ts";
import { noteByProgram } from "../../monitor/operlog/service.server.ts";
import { adoptMenu } from "./adopt.server.ts";
import { CONTENT_MENU } from "./content-seed.server.ts";
import { DECLARE_MENU } from "./declare-seed.server.ts";
import { MEMBER_MENU } from "./member-seed.server.ts";
import { type MenuModule, putIn } from "./put-in.server.ts";
import { menu } from "./table.server.ts";

export const order = 25;

/** Role 2 owns every menu and button of the contract. */
const COMMON = { roleName: "普通角色", roleKey: "common", roleSort: 2, perms: /(?:)/ } as const;

/** Who answers what visitors ask. */
const ADVISER = {
  roleName: "咨询值班",
  roleKey: "adviser",
  roleSort: 12,
  dataScope: "1",
  remark: "受理、答复网站上的咨询",
  perms: /^content:advice:/,
} as const;

/** The menu of the program; a page that comes later is put in at the next start (decision 50). */
const MODULES: readonly MenuModule[] = [
  { rows: BASE_ROWS, roles: [COMMON] },
  CONTENT_MENU,
  MEMBER_MENU,
  { mark: "site.messagePages", rows: MESSAGE_ROWS, roles: [] },
  DECLARE_MENU,
  { mark: "site.userReveal", rows: [REVEAL_ROW], roles: [] },
  { rows: ADVICE_ROWS, roles: [ADVISER] },
  { rows: ACTIVITY_ROWS, roles: [ACTIVITY_ROLE] },
];

export async function base(db: Db, env: Env): Promise<void> {
  await db.transaction(async (tx) => {
    const isFirstStart = (await tx.$count(menu)) === 0;
    await adoptMenu(tx, MODULES);
    const names: string[] = [];
    for (const { rows, roles } of MODULES) names.push(...(await putIn(tx, rows, roles)));
    if (isFirstStart || names.length === 0) return;
    await publishTags(tx, ["menu"]);
    // Standard roles may do more than before.
    await noteByProgram(tx, env, ["菜单管理", 1], { 新版本菜单: names });
  });
}
