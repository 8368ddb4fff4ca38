import { and, asc, eq, inArray, sql } from "drizzle-orm";
import { Type } from "typebox";
import type { Db } from "#src/db/client.ts";
import { type BranchRow, treeOf } from "#src/lib/tree.ts";
import { publishTags } from "#src/server/cache/tags.ts";
import { parseId } from "#src/server/crud/ids.ts";
import { conditionOf } from "#src/server/crud/list-query.ts";
import { rowBody, rowSchema } from "#src/server/crud/listing.ts";
import { notSorted, placesOf } from "#src/server/crud/sort-places.ts";
import { fieldsBody, fillBody, readFields } from "#src/server/fields/fields.ts";
import { type Account, accountOf } from "#src/server/http/access.ts";
import { AppError } from "#src/server/http/errors.ts";
import { ok, okSchema } from "#src/server/http/reply.ts";
import { looseQuery, pathParts } from "#src/server/http/request-schemas.ts";
import type { Slice } from "#src/server/start/context.ts";
import { requireRolesInScope } from "../role/service.server.ts";
import { role } from "../role/table.server.ts";
import { menuMove } from "./move.server.ts";
import {
  checkMenu,
  FIELDS,
  findMenu,
  hasBelow,
  lockMenus,
  NEW_ROW,
  tidied,
} from "./rules.server.ts";
import { ownMenus } from "./service.server.ts";
import { menu, roleMenu } from "./table.server.ts";

const BASE = "/prod-api/system/menu";

const Tree = Type.Array(Type.Any());

const bodySchema = (...names: string[]) => fieldsBody(FIELDS, names, "menuId");
/** Menu rows: wire 2.5; texts: wire 4.4 and 4.6. Whoever is not the administrator has their own. */
const api: Slice = (app, context) => {
  const { db } = context;
  menuMove(app, context);
  const row = rowSchema(menu);
  const inOrder = [asc(menu.parentId), asc(menu.orderNum), asc(menu.menuId)];

  const branchesFor = async (account: Account): Promise<BranchRow[]> => {
    const rows = await db
      .select({
        id: menu.menuId,
        parentId: menu.parentId,
        label: menu.menuName,
        status: menu.status,
      })
      .from(menu)
      .where(ownMenus(db, account))
      .orderBy(...inOrder);
    return rows.map(({ status, ...each }) => ({ ...each, disabled: status !== "0" }));
  };

  app.get(
    `${BASE}/list`,
    {
      config: {
        access: "system:menu:list",
      },
      schema: {
        querystring: looseQuery({
          menuName: "菜单名称，含有即可",
          status: "状态，等于",
          visible: "是否显示，等于",
        }),
        response: okSchema({ data: Type.Array(row) }),
      },
    },
    async (request) => {
      const filters = { like: ["menuName"], equals: ["status", "visible"] };
      const rows = await db
        .select()
        .from(menu)
        .where(and(ownMenus(db, accountOf(request)), conditionOf(menu, filters, request.query)))
        .orderBy(...inOrder);
      return ok({ data: rows.map(rowBody) });
    },
  );

  app.get(
    `${BASE}/treeselect`,
    { config: { access: "staff" }, schema: { response: okSchema({ data: Tree }) } },
    async (request) => ok({ data: treeOf(await branchesFor(accountOf(request))) }),
  );

  /** What a role holds, of what the person may see. Strict ones leave their parents out: see 2.4. */
  app.get(
    `${BASE}/roleMenuTreeselect/:roleId`,
    {
      config: { access: "staff" },
      schema: {
        params: pathParts("roleId"),
        response: okSchema({ checkedKeys: Type.Array(Type.Integer()), menus: Tree }),
      },
    },
    async (request) => {
      const account = accountOf(request);
      const roleId = parseId(request.params.roleId);
      await requireRolesInScope(db, account, "system:role:query", [roleId]);
      const [found] = await db
        .select({ isStrict: role.menuCheckStrictly })
        .from(role)
        .where(and(eq(role.roleId, roleId), eq(role.delFlag, "0")));
      const branches = await branchesFor(account);
      const held = found
        ? await db
            .select({ menuId: roleMenu.menuId, parentId: menu.parentId })
            .from(roleMenu)
            .innerJoin(menu, eq(menu.menuId, roleMenu.menuId))
            .where(eq(roleMenu.roleId, roleId))
            .orderBy(...inOrder)
        : [];
      const seen = new Set(branches.map(({ id }) => id));
      const parents = new Set(held.map(({ parentId }) => parentId));
      const checkedKeys = held
        .map(({ menuId }) => menuId)
        .filter((id) => seen.has(id) && !(found?.isStrict && parents.has(id)));
      return ok({ checkedKeys, menus: treeOf(branches) });
    },
  );

  app.get(
    `${BASE}/:menuId`,
    {
      config: { access: "system:menu:query" },
      schema: { params: pathParts("menuId"), response: okSchema({ data: row }) },
    },
    async (request) => {
      const menuId = parseId(request.params.menuId);
      return ok({ data: rowBody(await findMenu(db, accountOf(request), menuId)) });
    },
  );

  /** One change of the tree: nobody else changes it meanwhile, and every process hears of it. */
  const change = (act: (tx: Db) => Promise<void>) =>
    db.transaction(async (tx) => {
      await lockMenus(tx);
      await act(tx);
      await publishTags(tx, ["menu"]);
    });

  app.post(
    BASE,
    {
      config: { access: "system:menu:add", log: ["菜单管理", 1] },
      preValidation: fillBody,
      schema: { body: bodySchema(...Object.keys(FIELDS)), response: okSchema() },
    },
    async (request) => {
      const account = accountOf(request);
      const given = readFields(FIELDS, request.body, true);
      const next = tidied({ ...NEW_ROW, ...given });
      await change(async (tx) => {
        await checkMenu(tx, account, next, undefined);
        const { menuId: _none, createTime: _now, ...values } = next;
        await tx.insert(menu).values({ ...values, createBy: account.userName });
      });
      return ok();
    },
  );

  app.put(
    BASE,
    {
      config: { access: "system:menu:edit", log: ["菜单管理", 2] },
      preValidation: fillBody,
      schema: { body: bodySchema("menuId", ...Object.keys(FIELDS)), response: okSchema() },
    },
    async (request) => {
      const account = accountOf(request);
      const body = request.body;
      const menuId = parseId(body.menuId);
      const patch = readFields(FIELDS, body, false);
      await change(async (tx) => {
        const before = await findMenu(tx, account, menuId);
        const next = tidied({ ...before, ...patch });
        await checkMenu(tx, account, next, before);
        await tx
          .update(menu)
          .set({ ...next, updateBy: account.userName, updateTime: sql`now()` })
          .where(eq(menu.menuId, menuId));
      });
      return ok();
    },
  );

  app.put(
    `${BASE}/updateSort`,
    {
      config: { access: "system:menu:edit", log: ["保存菜单排序", 2] },
      preValidation: fillBody,
      schema: { body: bodySchema("menuIds", "orderNums"), response: okSchema() },
    },
    async (request) => {
      const account = accountOf(request);
      const body = request.body;
      const places = placesOf(body.menuIds, body.orderNums);
      await change(async (tx) => {
        const own = await tx
          .select({ id: menu.menuId })
          .from(menu)
          .where(and(inArray(menu.menuId, [...places.keys()]), ownMenus(tx, account)));
        if (own.length < places.size) throw notSorted();
        for (const [menuId, orderNum] of places) {
          await tx
            .update(menu)
            .set({ orderNum, updateBy: account.userName, updateTime: sql`now()` })
            .where(eq(menu.menuId, menuId));
        }
      });
      return ok();
    },
  );

  app.delete(
    `${BASE}/:menuId`,
    {
      config: { access: "system:menu:remove", log: ["菜单管理", 3] },
      schema: { params: pathParts("menuId"), response: okSchema() },
    },
    async (request) => {
      const account = accountOf(request);
      const menuId = parseId(request.params.menuId);
      await change(async (tx) => {
        await findMenu(tx, account, menuId);
        // A role that takes the row in at this moment is waited for, and seen.
        await tx.select().from(menu).where(eq(menu.menuId, menuId)).for("update");
        if (await hasBelow(tx, menuId)) {
          throw new AppError("存在子菜单,不允许删除", { code: 601 });
        }
        const [held] = await tx
          .select({ id: roleMenu.roleId })
          .from(roleMenu)
          .where(eq(roleMenu.menuId, menuId))
          .limit(1);
        if (held) throw new AppError("菜单已分配,不允许删除", { code: 601 });
        await tx.delete(menu).where(eq(menu.menuId, menuId));
      });
      return ok();
    },
  );
};

export default api;
