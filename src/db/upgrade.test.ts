import { randomUUID } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import pg from "pg";
import { afterAll, expect, inject, test } from "vitest";

// Migrations that mend rows before a new rule: on a database whose rows break it.

const folder = path.resolve(import.meta.dirname, "../../migrations");
const files = fs
  .readdirSync(folder)
  .filter((name) => name.endsWith(".sql"))
  .sort();

const admin = new URL(inject("adminUrl"));
admin.pathname = "/postgres";
const name = `upgrade_${randomUUID().replaceAll("-", "")}`;
const url = new URL(admin);
url.pathname = `/${name}`;
const root = new pg.Client({ connectionString: admin.href });
await root.connect();
await root.query(`create database ${name}`);
const client = new pg.Client({ connectionString: url.href });
await client.connect();
afterAll(async () => {
  await client.end();
  await root.query(`drop database ${name}`);
  await root.end();
});

async function run(file: string): Promise<void> {
  const text = fs.readFileSync(path.join(folder, file), "utf8");
  for (const statement of text.split("--> statement-breakpoint")) await client.query(statement);
}
const rows = async (statement: string) =>
  (await client.query({ text: statement, rowMode: "array" })).rows;

test("names that must be unique: equal rows become one, others get a name of their own", async () => {
  for (const file of files.filter((each) => each < "0014")) await run(file);
  await client.query(`insert into link (link_name, link_url) values
    ('甲', 'https://a.cn/'), ('甲', 'https://a.cn/'), ('甲', 'https://b.cn/'), ('乙', 'https://c.cn/')`);
  await client.query(`insert into chat_reply (question, answer) values ('问', '答'), ('问', '答')`);
  await client.query(`insert into cooperation (link_name) values ('丙'), ('丙')`);
  await client.query(`insert into saved_filter (user_id, page, name, query) values
    (1, 'a', 'x', '{}'), (1, 'a', 'x', '{"b":"1"}'), (2, 'a', 'x', '{}')`);
  await client.query(`insert into sys_user (user_name, nick_name, email, del_flag) values
    ('u1', 'u1', 'a@b.cn', '0'), ('u2', 'u2', 'a@b.cn', '0'), ('u3', 'u3', 'a@b.cn', '2')`);
  await client.query(`insert into stored_file (path, original_name, mime, bytes, sha256, purpose)
    values ('upload/a.png', 'a', 'image/png', 1, '', 'content')`);
  await client.query(`insert into file_use (path, subject, subject_id) values
    ('upload/a.png', 'article', 1), ('upload/gone.png', 'article', 1), ('upload/a.png', 'site', 1)`);
  await run("0014_unique_names_and_used_files.sql");
  expect(await rows("select link_name, link_url from link order by id")).toEqual([
    ["甲", "https://a.cn/"],
    ["甲（3）", "https://b.cn/"],
    ["乙", "https://c.cn/"],
  ]);
  expect(await rows("select question from chat_reply")).toEqual([["问"]]);
  expect(await rows("select link_name from cooperation")).toEqual([["丙"]]);
  expect(await rows("select user_id::int, query from saved_filter order by id")).toEqual([
    [1, {}],
    [2, {}],
  ]);
  expect(await rows("select email from sys_user order by user_id")).toEqual([
    ["a@b.cn"],
    [""],
    ["a@b.cn"],
  ]);
  expect(await rows("select path, subject from file_use")).toEqual([["upload/a.png", "article"]]);
});

test("what was left without its parent: an entry gets a type, the rest leads nowhere and goes", async () => {
  for (const file of files.filter((each) => each > "0015" && each < "0019")) await run(file);
  await client.query(`insert into sys_dict_data (dict_label, dict_value, dict_type) values
    ('a', '1', 'kept_type'), ('b', '2', 'kept_type')`);
  await client.query("insert into sys_role (role_id, role_name, role_key) values (5, 'r', 'r')");
  await client.query("insert into sys_menu (menu_id, menu_name, menu_type) values (7, 'm', 'M')");
  await client.query("insert into sys_role_menu values (5, 7), (5, 8), (6, 7)");
  await client.query("insert into sys_role_dept values (5, 99)");
  await client.query("insert into sys_user_role (user_id, role_id) values (1, 5), (1, 6), (99, 5)");
  await client.query("insert into sys_user_post (user_id, post_id) values (1, 99)");
  await client.query("update stored_file set folder_id = 99");
  await run("0019_parents.sql");
  expect(await rows("select dict_type, dict_name from sys_dict_type")).toEqual([
    ["kept_type", "kept_type"],
  ]);
  expect(await rows("select dict_label from sys_dict_data order by 1")).toEqual([["a"], ["b"]]);
  expect(await rows("select role_id::int, menu_id::int from sys_role_menu")).toEqual([[5, 7]]);
  expect(await rows("select user_id::int, role_id::int from sys_user_role")).toEqual([[1, 5]]);
  expect(await rows("select 1 from sys_role_dept")).toEqual([]);
  expect(await rows("select 1 from sys_user_post")).toEqual([]);
  expect(await rows("select folder_id from stored_file")).toEqual([[null]]);
});
