import { asc, eq, sql } from "drizzle-orm";
import { Type } from "typebox";
import type { Db } from "#src/db/client.ts";
import { hasCode } from "#src/lib/causes.ts";
import { checkPassword } from "#src/lib/people/password.ts";
import { parseId, readIds } from "#src/server/crud/ids.ts";
import { rowBody, rowSchema } from "#src/server/crud/listing.ts";
import { fillBody, readFields } from "#src/server/fields/fields.ts";
import { type Account, accountOf, hasPermission } from "#src/server/http/access.ts";
import { AppError, NOT_FOUND, refuseFields } from "#src/server/http/errors.ts";
import { ok, okSchema } from "#src/server/http/reply.ts";
import { pathParts } from "#src/server/http/request-schemas.ts";
import { hashPassword } from "#src/server/secrets/password.ts";
import type { Slice } from "#src/server/start/context.ts";
import { closeSessionsOf } from "../../login/session.server.ts";
import { requireStepUp } from "../../login/stepUp/service.server.ts";
import { post, userPost } from "../post/table.server.ts";
import { refuseStronger } from "../role/service.server.ts";
import { checkDept, checkPosts, replacePosts } from "./belongs.server.ts";
import { checkRoles, replaceRoles, roleIdsOf } from "./grant.server.ts";
import { findUser, UserBody, userBody } from "./list.server.ts";
import { RoleBody, rolesFor } from "./roles.server.ts";
import {
  bodyOf,
  checkTaken,
  FIELDS,
  guardedChange,
  lockAccounts,
  lockUser,
  NO_PASSWORD,
  nameProblem,
  OWN_STATUS,
  refuseProtected,
  type UserRow,
  type Written,
} from "./rules.server.ts";
import { isMaskOf, masked, requireUsersInScope } from "./service.server.ts";
import { user } from "./table.server.ts";

const BASE = "/prod-api/system/user";
const LOG = "用户管理";

type Body = Record<string, unknown>;

const WRITABLE = [...Object.keys(FIELDS), "deptId", "postIds", "roleIds"];

/** An unsaid choice comes as "" from some forms. */
const without = (body: Body, drop: (key: string, value: unknown) => boolean): Body =>
  Object.fromEntries(Object.entries(body).filter(([key, value]) => !drop(key, value)));
const isUnsaid = (key: string, value: unknown) =>
  (key === "sex" || key === "status") && value === "";

const deptIdOf = ({ deptId }: Body): number | null =>
  deptId === undefined || deptId === null || deptId === "" ? null : parseId(deptId);

/** GET for the form, add and edit of wire 2.3. */
export const userWrites: Slice = (app, context) => {
  const { db } = context;

  const postsAndRoles = async (account: Account, userId: number | undefined) => ({
    roles: await rolesFor(db, account, userId),
    posts: (await db.select().from(post).orderBy(asc(post.postSort))).map(rowBody),
  });
  const options = { roles: Type.Array(RoleBody), posts: Type.Array(rowSchema(post)) };

  app.get(
    BASE,
    { config: { access: "system:user:query" }, schema: { response: okSchema(options) } },
    async (request) => ok(await postsAndRoles(accountOf(request), undefined)),
  );

  app.get(
    `${BASE}/:userId`,
    {
      // Whole for those who can save it, with a row of the log; others get what lists show.
      config: { access: "system:user:query", log: [LOG, 0] },
      exposeHeadRoute: false,
      schema: {
        params: pathParts("userId"),
        response: okSchema({
          ...options,
          data: Type.Intersect([UserBody, Type.Object({ roles: Type.Array(RoleBody) })]),
          postIds: Type.Array(Type.Integer()),
          roleIds: Type.Array(Type.Integer()),
        }),
      },
    },
    async (request) => {
      const account = accountOf(request);
      const userId = parseId(request.params.userId);
      await requireUsersInScope(db, account, "system:user:query", [userId]);
      const found = await findUser(db, userId);
      if (!found) throw new AppError(NOT_FOUND, { code: 404 });
      const isWhole = hasPermission(account, "system:user:edit");
      request.isUnlogged = !isWhole;
      const all = await postsAndRoles(account, userId);
      const roleIds = await roleIdsOf(db, userId);
      const posts = await db.select().from(userPost).where(eq(userPost.userId, userId));
      const roles = all.roles.filter(({ roleId }) => roleIds.includes(roleId));
      return ok({
        ...all,
        data: { ...userBody(isWhole ? found : masked(found)), roles },
        postIds: posts.map(({ postId }) => postId),
        roleIds,
      });
    },
  );

  app.post(
    BASE,
    {
      config: { access: "system:user:add", log: [LOG, 1] },
      preValidation: fillBody,
      schema: { body: bodyOf(...WRITABLE, "password"), response: okSchema() },
    },
    async (request) => {
      const account = accountOf(request);
      const body = request.body;
      const written = readFields(FIELDS, without(body, isUnsaid), true) as Written;
      const next = { userName: "", nickName: "", phonenumber: "", email: "", ...written };
      const given = typeof body.password === "string" ? body.password : "";
      const owner = { userName: next.userName, phone: next.phonenumber, isStaff: true };
      refuseFields({
        userName: nameProblem(next.userName, next.phonenumber),
        password: given === "" ? NO_PASSWORD : checkPassword(given, owner),
      });
      const deptId = deptIdOf(body);
      const roleIds = readIds(body, "roleIds") ?? [];
      const postIds = readIds(body, "postIds") ?? [];
      if (roleIds.length > 0) await requireStepUp(context, account);
      const password = await hashPassword(given);
      await safely("新增", next, undefined, async (tx) => {
        await checkTaken(tx, "新增", next);
        await checkDept(tx, account, "system:user:add", deptId);
        await checkRoles(tx, account, undefined, { roleIds: [], deptId }, { roleIds, deptId });
        await checkPosts(tx, [], postIds);
        const [made] = await tx
          .insert(user)
          .values({ ...next, deptId, password, userType: "00", createBy: account.userName })
          .returning({ userId: user.userId });
        if (!made) throw new Error("no user row");
        await replaceRoles(tx, made.userId, roleIds);
        await replacePosts(tx, made.userId, postIds);
      });
      return ok();
    },
  );

  /** The body is the whole user: a department that is not there was cleared. The password stays. */
  app.put(
    BASE,
    {
      config: { access: "system:user:edit", log: [LOG, 2] },
      preValidation: fillBody,
      schema: { body: bodyOf("userId", ...WRITABLE), response: okSchema() },
    },
    async (request) => {
      const account = accountOf(request);
      const body = request.body;
      const userId = parseId(body.userId);
      refuseProtected(account, userId);
      const deptId = deptIdOf(body);
      const wantedRoles = readIds(body, "roleIds");
      const wantedPosts = readIds(body, "postIds");
      const row = await findUser(db, userId);
      const { userName, ...fields } = FIELDS;
      // What stays as it was need not pass rules that are younger than it.
      const isSame = (key: string, value: unknown) =>
        row !== undefined && (value === row[key as keyof typeof row] || isMaskOf(key, value, row));
      const patch = readFields(
        fields,
        without(body, (key, value) => isUnsaid(key, value) || isSame(key, value)),
        false,
      ) as Written;
      const named = { userName: row?.userName ?? "", phonenumber: "", email: "", ...patch };
      await safely("修改", named, userId, async (tx) => {
        await requireUsersInScope(tx, account, "system:user:edit", [userId]);
        const before = await lockUser(tx, userId);
        const next = { ...before, ...patch, deptId };
        await checkTaken(tx, "修改", next, userId);
        if (next.status === "1" && userId === account.userId) {
          refuseFields({ status: OWN_STATUS });
        }
        const guarded = guardedChange(before, next);
        if (guarded) await refuseStronger(tx, account, [userId], guarded.words, guarded.field);
        if (deptId !== before.deptId) await checkDept(tx, account, "system:user:edit", deptId);
        const roleIds = await roleIdsOf(tx, userId);
        // The form sends all that a user has: names and departments are changed without a proof.
        if (wantedRoles && !isSameSet(roleIds, wantedRoles)) await requireStepUp(context, account);
        await checkRoles(
          tx,
          account,
          userId,
          { roleIds, deptId: before.deptId },
          { roleIds: wantedRoles ?? roleIds, deptId },
        );
        if (wantedPosts)
          await replacePosts(tx, userId, await checkedPosts(tx, userId, wantedPosts));
        if (wantedRoles) await replaceRoles(tx, userId, wantedRoles);
        await tx
          .update(user)
          .set({ ...patch, deptId, updateBy: account.userName, updateTime: sql`now()` })
          .where(eq(user.userId, userId));
        if (next.status === "1") await closeSessionsOf(tx, userId);
      });
      return ok();
    },
  );

  /** One write of accounts; whoever was faster by a moment is named like any other. */
  async function safely(
    verb: "新增" | "修改",
    next: Pick<UserRow, "userName" | "phonenumber" | "email">,
    userId: number | undefined,
    write: (tx: Db) => Promise<void>,
  ): Promise<void> {
    try {
      await db.transaction(async (tx) => {
        await lockAccounts(tx);
        await write(tx);
      });
    } catch (error) {
      // People who register take no lock: the index is what stops the second one.
      if (hasCode(error, /^23505$/)) await checkTaken(db, verb, next, userId);
      throw error;
    }
  }
};

const isSameSet = (one: readonly number[], other: readonly number[]): boolean =>
  one.every((id) => other.includes(id)) && other.every((id) => one.includes(id));

async function checkedPosts(tx: Db, userId: number, wanted: number[]): Promise<number[]> {
  const held = await tx.select().from(userPost).where(eq(userPost.userId, userId));
  await checkPosts(
    tx,
    held.map(({ postId }) => postId),
    wanted,
  );
  return wanted;
}
