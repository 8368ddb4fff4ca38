import { Type } from "typebox";
import { roleScopeWords, scopeLabel } from "#src/lib/people/account-words.ts";
import { accountOf } from "#src/server/http/access.ts";
import { ok, okSchema } from "#src/server/http/reply.ts";
import { looseQuery } from "#src/server/http/request-schemas.ts";
import type { Slice } from "#src/server/start/context.ts";
import { exporting } from "#src/server/workbook/exporting.ts";
import type { SheetColumn } from "#src/server/workbook/sheet-writing.ts";
import { type ComparedRole, differing } from "./compare.ts";
import { compareRoles } from "./matrix.server.ts";

const { Array: List, Boolean: Flag, Integer, Object: Shape, String: Text } = Type;

const Comparison = Shape({
  roles: List(
    Shape({
      roleId: Integer(),
      roleName: Text(),
      roleKey: Text(),
      status: Text(),
      dataScope: Text(),
      deptNames: List(Text()),
      depts: Integer(),
      users: Integer(),
      admin: Flag(),
    }),
  ),
  menus: List(
    Shape({
      menuId: Integer(),
      level: Integer(),
      parents: List(Integer()),
      menuName: Text(),
      menuType: Text(),
      perms: Text(),
      status: Text(),
      roleIds: List(Integer()),
    }),
  ),
  unseen: Integer(),
});

const PATH = "/system/role/compare";
const KINDS: Readonly<Record<string, string>> = { M: "目录", C: "菜单", F: "按钮" };

/** Two to four roles side by side: GET ?ids=1,2, and the same as a file; `diff=1`: what differs. */
const api: Slice = (app, context) => {
  const { db } = context;

  app.get(
    `/prod-api${PATH}`,
    {
      config: { access: "system:role:query" },
      schema: {
        querystring: looseQuery({ ids: "2 到 4 个角色编号，逗号分开" }),
        response: okSchema({ data: Comparison }),
      },
    },
    async (request) => {
      const { ids } = request.query;
      const data = await compareRoles(db, accountOf(request), "system:role:query", ids);
      return ok({ data });
    },
  );

  exporting(app, context, {
    path: PATH,
    noun: "system:role",
    log: ["角色管理", 5],
    sheet: {
      name: "角色对比",
      columns: async ({ ids }, request) => {
        const { roles } = await compareRoles(db, accountOf(request), "system:role:export", ids);
        return [
          ["菜单与权限", "name"],
          ["类型", "kind"],
          ["权限标识", "perms"],
          ...roles.map(({ roleId, roleName }): SheetColumn => [roleName, `role${roleId}`]),
        ];
      },
    },
    rows: async (_tx, { ids, diff }, request, { limit, offset }) => {
      const account = accountOf(request);
      const compared = await compareRoles(db, account, "system:role:export", ids);
      const { roles, menus } = compared;
      const line = (name: string, of: (role: ComparedRole) => string | number) => ({
        name,
        ...Object.fromEntries(roles.map((each) => [`role${each.roleId}`, of(each)])),
      });
      const shown = diff === "1" ? differing(compared) : menus;
      const lines = [
        line("权限字符", ({ roleKey }) => roleKey),
        line("状态", ({ status }) => (status === "0" ? "正常" : "停用")),
        line("数据权限", scopeText),
        line("用户数", ({ users }) => users),
        ...shown.map(({ level, menuName, menuType, perms, roleIds }) => ({
          ...line("", ({ roleId }) => (roleIds.includes(roleId) ? "✓" : "")),
          // Spaces of the full width: the others a spreadsheet would cut off.
          name: "　".repeat(level) + menuName,
          kind: KINDS[menuType] ?? menuType,
          perms,
        })),
      ];
      return lines.slice(offset, offset + limit);
    },
  });
};

const scopeText = (role: ComparedRole): string =>
  role.admin ? scopeLabel("1") : roleScopeWords(role);

export default api;
