import fs from "node:fs";
import path from "node:path";
import { and, eq, sql } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { startApp } from "../../test/app.ts";
import { makeCategory } from "../../test/desk.ts";
import { upload } from "../../test/multipart.ts";
import { meanwhile } from "../../test/waiting.ts";
import { article } from "../article/table.server.ts";
import { insertArticle } from "../article/writing/service.server.ts";
import { category } from "../article_type/table.server.ts";
import { fileFolder } from "../common/files/desk/folders/table.server.ts";
import { storedFile } from "../common/upload/table.server.ts";
import { importCommand } from "../import/command.server.ts";
import { dept, roleDept } from "./dept/table.server.ts";
import { dictData } from "./dict/data/table.server.ts";
import { dictType } from "./dict/type/table.server.ts";
import { menu, roleMenu } from "./menu/table.server.ts";
import { notice, noticeRead } from "./notice/table.server.ts";
import { post, userPost } from "./post/table.server.ts";
import { role, userRole } from "./role/table.server.ts";
import { user } from "./user/table.server.ts";

// Two at once: one removes or renames a thing, another one puts something into it. Whoever comes second
// is told why, and nothing is left without its parent, in whichever order they come.

const it = await startApp();
const { token } = await it.as("admin");
type Tx = typeof it.db;
const send = async (method: string, url: string, body?: object) =>
  (await it.call(method, url, { token, ...(body ? { body } : {}) })).body;

let made = 0;
const name = () => `父${++made}`;
const one = <T>([row]: T[]): T => {
  if (row === undefined) throw new Error("no row");
  return row;
};

/** The answer to a call that comes while another one's change is still open. */
const told = async (change: (tx: Tx) => Promise<unknown>, act: () => Promise<{ msg: string }>) =>
  (await meanwhile(it, change, act)).msg;

const DONE = "操作成功";
const OVERTAKEN = "数据刚被他人修改，请刷新后重试";

const makeType = async () =>
  one(
    await it.db
      .insert(dictType)
      .values({ dictName: name(), dictType: `t${made}` })
      .returning(),
  );
const entryOf = (type: string) => ({ dictLabel: "甲", dictValue: "1", dictType: type });
const entries = (type: string) => it.db.$count(dictData, eq(dictData.dictType, type));

test("a dictionary type that is removed or renamed while it gets an entry", async () => {
  const [first, second, third, fourth] = [
    await makeType(),
    await makeType(),
    await makeType(),
    await makeType(),
  ];
  const add = (type: string) => () => send("POST", "/system/dict/data", entryOf(type));
  const removed = (tx: Tx) => tx.delete(dictType).where(eq(dictType.dictId, first.dictId));
  expect(await told(removed, add(first.dictType))).toBe("字典类型不存在");

  const renamed = (tx: Tx) =>
    tx.update(dictType).set({ dictType: "renamed1" }).where(eq(dictType.dictId, second.dictId));
  expect(await told(renamed, add(second.dictType))).toBe("字典类型不存在");

  const added = (type: string) => (tx: Tx) => tx.insert(dictData).values(entryOf(type));
  const remove = () => send("DELETE", `/system/dict/type/${third.dictId}`);
  expect(await told(added(third.dictType), remove)).toBe(`${third.dictName}已分配,不能删除`);

  const rename = () =>
    send("PUT", "/system/dict/type", { ...fourth, dictType: "renamed2", createTime: undefined });
  expect(await told(added(fourth.dictType), rename)).toBe(DONE);
  expect([await entries(fourth.dictType), await entries("renamed2")]).toEqual([0, 1]);
});

const makeRole = async () =>
  one(
    await it.db
      .insert(role)
      .values({ roleName: name(), roleKey: `r${made}` })
      .returning(),
  );

test("a role that is removed while somebody gets it", async () => {
  const { userId } = await it.as("staff");
  const [first, second, third] = [await makeRole(), await makeRole(), await makeRole()];
  const gone = (roleId: number) => (tx: Tx) =>
    tx.update(role).set({ delFlag: "2" }).where(eq(role.roleId, roleId));
  const given = () => it.db.$count(userRole, eq(userRole.userId, userId));
  const choose = () =>
    send("PUT", `/system/user/authRole?userId=${userId}&roleIds=${first.roleId}`);
  expect(await told(gone(first.roleId), choose)).toBe("角色不存在，请刷新后重新选择");
  const select = () =>
    send("PUT", `/system/role/authUser/selectAll?roleId=${second.roleId}&userIds=${userId}`);
  expect(await told(gone(second.roleId), select)).toBe("访问资源不存在");
  expect(await given()).toBe(0);

  const give = async (tx: Tx) => {
    await tx.select().from(role).where(eq(role.roleId, third.roleId)).for("share");
    await tx.insert(userRole).values({ userId, roleId: third.roleId });
  };
  const remove = () => send("DELETE", `/system/role/${third.roleId}`);
  expect(await told(give, remove)).toBe(`${third.roleName}已分配,不能删除`);
});

test("a person who is removed while they get a role", async () => {
  const { userId } = await it.as("staff");
  const { roleId } = await makeRole();
  const removed = async (tx: Tx) => {
    await tx.delete(userRole).where(eq(userRole.userId, userId));
    await tx.update(user).set({ delFlag: "2" }).where(eq(user.userId, userId));
  };
  const select = () =>
    send("PUT", `/system/role/authUser/selectAll?roleId=${roleId}&userIds=${userId}`);
  expect(await told(removed, select)).toBe("只能分配给工作人员，请重新选择");
  expect(await it.db.$count(userRole, eq(userRole.userId, userId))).toBe(0);
});

const makeMenu = async () =>
  one(await it.db.insert(menu).values({ menuName: name(), menuType: "M" }).returning());

test("a menu row that is removed while a role gets it", async () => {
  const { roleId, roleName, roleKey } = await makeRole();
  const [first, second] = [await makeMenu(), await makeMenu()];
  const removed = (tx: Tx) => tx.delete(menu).where(eq(menu.menuId, first.menuId));
  const body = { roleId, roleName, roleKey, roleSort: 1, status: "0" };
  const give = () => send("PUT", "/system/role", { ...body, menuIds: [first.menuId] });
  expect(await told(removed, give)).toBe("菜单不存在，请刷新后重新选择");

  const given = async (tx: Tx) => {
    await tx.select().from(menu).where(eq(menu.menuId, second.menuId)).for("share");
    await tx.insert(roleMenu).values({ roleId, menuId: second.menuId });
  };
  const remove = () => send("DELETE", `/system/menu/${second.menuId}`);
  expect(await told(given, remove)).toBe("菜单已分配,不允许删除");
  expect(await it.db.$count(menu, eq(menu.menuId, second.menuId))).toBe(1);
});

const makeDept = async () =>
  one(
    await it.db
      .insert(dept)
      .values({ deptName: name(), parentId: 0, ancestors: "0", orderNum: 1 })
      .returning(),
  );

test("a department that is removed while a role gets it, or somebody is put into it", async () => {
  const { roleId } = await makeRole();
  const [first, second, third] = [await makeDept(), await makeDept(), await makeDept()];
  const gone = (deptId: number) => (tx: Tx) =>
    tx.update(dept).set({ delFlag: "2" }).where(eq(dept.deptId, deptId));
  const reach = () =>
    send("PUT", "/system/role/dataScope", { roleId, dataScope: "2", deptIds: [first.deptId] });
  expect(await told(gone(first.deptId), reach)).toBe("部门不存在，请刷新后重新选择");
  expect(await it.db.$count(roleDept, eq(roleDept.roleId, roleId))).toBe(0);

  const given = async (tx: Tx) => {
    await tx.select().from(dept).where(eq(dept.deptId, second.deptId)).for("share");
    await tx.insert(roleDept).values({ roleId, deptId: second.deptId });
  };
  const remove = (deptId: number) => () => send("DELETE", `/system/dept/${deptId}`);
  expect(await told(given, remove(second.deptId))).toBe(DONE);
  expect(await it.db.$count(roleDept, eq(roleDept.deptId, second.deptId))).toBe(0);

  // As everybody does who puts a person somewhere: under the lock of accounts.
  const { userId } = await it.as("staff");
  const moved = async (tx: Tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(7265004, hashtext(''))`);
    await tx.update(user).set({ deptId: third.deptId }).where(eq(user.userId, userId));
  };
  expect(await told(moved, remove(third.deptId))).toBe("部门存在用户,不允许删除");
});

test("a post that is removed while somebody gets it", async () => {
  const { userId } = await it.as("staff");
  const { postId, postName } = one(
    await it.db
      .insert(post)
      .values({ postCode: `p${++made}`, postName: name() })
      .returning(),
  );
  const given = async (tx: Tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(7265004, hashtext(''))`);
    await tx.insert(userPost).values({ userId, postId });
  };
  const remove = () => send("DELETE", `/system/post/${postId}`);
  expect(await told(given, remove)).toBe(`${postName}已分配,不能删除`);
});

const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

test("a folder that is removed while a file comes into it", async () => {
  const makeFolder = async () =>
    one(await it.db.insert(fileFolder).values({ folderName: name() }).returning()).id;
  const [first, second] = [await makeFolder(), await makeFolder()];
  const removed = (tx: Tx) => tx.delete(fileFolder).where(eq(fileFolder.id, first));
  const uploadTo = (folderId: number) =>
    upload(it, "/common/files/desk", [{ field: "file", name: "图.png", bytes: png }], {
      token,
      fields: { folderId: String(folderId) },
    });
  expect(await told(removed, () => uploadTo(first))).toBe("文件夹不存在，请刷新后重选");

  const { data } = (await uploadTo(second)) as unknown as { data: { fileId: number } };
  await it.db.update(storedFile).set({ folderId: null }).where(eq(storedFile.id, data.fileId));
  const moved = (tx: Tx) =>
    tx.update(storedFile).set({ folderId: second }).where(eq(storedFile.id, data.fileId));
  const remove = () => send("DELETE", `/common/files/desk/folders/${second}`);
  expect(await told(moved, remove)).toBe("文件夹不是空的，请先移走其中的文件和文件夹");
});

test("a folder that is gone when a drawn picture is to come into it", async () => {
  const folder = one(await it.db.insert(fileFolder).values({ folderName: name() }).returning()).id;
  // Behind the look at the folder, before the row: as a removal at that moment does.
  await it.asAdmin(`create function drop_folder() returns trigger language plpgsql as
    $$ begin delete from file_folder where id = ${folder}; return new; end $$`);
  await it.asAdmin(
    "create trigger drop_folder before insert on stored_file for each row execute function drop_folder()",
  );
  const before = await it.db.$count(storedFile);
  const answer = await upload(
    it,
    "/common/files/desk",
    [{ field: "file", name: "图.png", bytes: png }],
    { token, fields: { folderId: String(folder) } },
  );
  await it.asAdmin("drop trigger drop_folder on stored_file");
  expect(answer).toMatchObject({ data: { folderId: "文件夹不存在，请刷新后重选" } });
  expect(await it.db.$count(storedFile)).toBe(before);
});

test("a category that is removed while an article comes into it", async () => {
  const [first, second, third] = [
    await makeCategory(it),
    await makeCategory(it),
    await makeCategory(it, { bllName: "将删" }),
  ];
  const text = { articleName: "题目", content: "<p>正文</p>", publishTime: new Date() };
  const removed = (tx: Tx) => tx.delete(category).where(eq(category.id, first));
  const write = () => send("POST", "/api/bll/article/desk", { articleName: "题目", typeId: first });
  expect(await told(removed, write)).toBe(OVERTAKEN);
  const added = (tx: Tx) => insertArticle(tx, { ...text, typeId: second });
  const remove = () => send("DELETE", `/api/bll/article_type/desk/${second}`);
  expect(await told(added, remove)).toMatch(/里还有1 篇文章，请先移走、合并或删除$/);
  expect(await it.db.$count(article, eq(article.typeId, second))).toBe(1);

  // An import takes the category for gone, and makes it again.
  const said = vi.spyOn(console, "log").mockImplementation(() => undefined);
  const file = path.join(it.dataDir, "one.jsonl");
  const document = {
    title: "导入的",
    category: "将删",
    date: "2025-05-05",
    paragraphs: ["一段。"],
  };
  fs.writeFileSync(file, JSON.stringify({ ...document, author: null, source: null }));
  const code = await meanwhile(
    it,
    (tx) => tx.delete(category).where(eq(category.id, third)),
    () => importCommand(it.db, [file], {} as never),
  );
  said.mockRestore();
  expect(code).toBe(0);
  const [row] = await it.db
    .select({ typeId: article.typeId })
    .from(article)
    .innerJoin(category, eq(category.id, article.typeId))
    .where(and(eq(article.articleName, "导入的"), eq(category.bllName, "将删")));
  expect(row?.typeId).not.toBe(third);
});

test("a notice that is removed while somebody reads it", async () => {
  const { noticeId } = one(
    await it.db.insert(notice).values({ noticeTitle: name(), noticeType: "1" }).returning(),
  );
  const removed = (tx: Tx) => tx.delete(notice).where(eq(notice.noticeId, noticeId));
  const read = () => send("POST", `/system/notice/markRead?noticeId=${noticeId}`);
  expect(await told(removed, read)).toBe(OVERTAKEN);
  expect(await it.db.$count(noticeRead, eq(noticeRead.noticeId, noticeId))).toBe(0);
});

test("nothing without its parent is in the data, whoever writes it", async () => {
  const none = 987_654;
  const { userId } = await it.as("staff");
  const orphans = [
    it.db.insert(dictData).values(entryOf("nowhere")),
    it.db.insert(userRole).values({ userId, roleId: none }),
    it.db.insert(userRole).values({ userId: none, roleId: 1 }),
    it.db.insert(userPost).values({ userId, postId: none }),
    it.db.insert(userPost).values({ userId: none, postId: 1 }),
    it.db.insert(roleMenu).values({ roleId: 2, menuId: none }),
    it.db.insert(roleMenu).values({ roleId: none, menuId: 1 }),
    it.db.insert(roleDept).values({ roleId: 2, deptId: none }),
    it.db.insert(roleDept).values({ roleId: none, deptId: 100 }),
    it.db.update(storedFile).set({ folderId: none }),
    it.db.insert(article).values({ articleName: "x", typeId: none }),
    it.db.insert(noticeRead).values({ noticeId: none, userId }),
  ];
  for (const orphan of orphans) {
    await expect(orphan).rejects.toMatchObject({ cause: { code: "23503" } });
  }
});

/** Columns that name another row without a foreign key, each with its reason. */
const WITHOUT: Readonly<Record<string, string>> = {
  // 0 is the top, which is no row: writers of a tree come one after the other.
  "article_type.parent_id": "lock categories",
  "file_folder.parent_id": "lock folders",
  "sys_dept.parent_id": "lock of the table",
  "sys_menu.parent_id": "lock of the table",
  // People and departments stay as rows when they are removed.
  "sys_user.dept_id": "lock accounts",
  "article.dept_id": "kept",
  "member.dept_id": "kept",
  "sign.dept_id": "kept",
  "article.owner_id": "kept",
  "article_editing.user_id": "kept",
  "article_revision.user_id": "kept",
  "consent.user_id": "kept",
  "repeated_call.user_id": "kept",
  "saved_filter.user_id": "kept",
  "stored_file.owner_id": "kept",
  "sys_notice_read.user_id": "kept",
  "timeline.user_id": "kept",
  // Records of the past: they outlive the row they name.
  "article_visit.article_id": "record",
  "file_use.subject_id": "record of any kind of place",
  "message.subject_id": "record of any kind of thing",
  "message_delivery.subject_id": "record of any kind of thing",
  "push_log.article_id": "record",
  "sys_job_log.job_id": "record",
  "sys_job_tick.job_id": "record",
  "sys_menu_seed.seed_id": "its own key",
  "sys_oper_log.oper_id": "its own key",
  "sys_oper_log_head.last_id": "record",
  "sys_oper_log_hidden.oper_id": "record",
  "timeline.subject_id": "record of any kind of thing",
};

test("whatever names another row has a foreign key, or is known to do without", async () => {
  const { rows } = await it.db.execute<{ name: string }>(sql`
    select c.table_name || '.' || c.column_name as name
    from information_schema.columns c
    where c.table_schema = 'public' and c.data_type = 'bigint' and c.column_name like '%\\_id'
      and c.is_identity = 'NO' and not exists (
        select from pg_constraint k
        join pg_attribute a on a.attrelid = k.conrelid and a.attnum = any(k.conkey)
        where k.contype = 'f' and k.conrelid = to_regclass(c.table_name)
          and a.attname = c.column_name)
    order by 1`);
  expect(rows.map((row) => row.name)).toEqual(Object.keys(WITHOUT).sort());
});
