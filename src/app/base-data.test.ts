import path from "node:path";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { parseEnv } from "../server/start/env.ts";
import { prepare } from "../server/start/prepare.ts";
import { startApp } from "../test/app.ts";

const it = await startApp();
const count = async (table: string) => {
  const { rows } = await it.db.execute(sql`select count(*) as n from ${sql.identifier(table)}`);
  return Number(rows[0]?.n);
};

test("without the demo there is what every installation needs, and no content", async () => {
  expect(await count("sys_user")).toBe(1);
  // The contract's three, the two of the content desk, the four of membership and its money, and one each of the
  // advisers, of activities, of declarations and of experts.
  expect(await count("sys_role")).toBe(13);
  // The contract's ten, and the topics of advice.
  expect(await count("sys_dict_type")).toBe(11);
  // Those of the contract: a slice may bring rows of its own, from 2000.
  const { rows } = await it.db.execute(
    sql`select count(*) as n from sys_menu where menu_id < 2000`,
  );
  expect(Number(rows[0]?.n)).toBe(85);
  expect(await count("agreement")).toBe(3);
  for (const table of ["article", "article_type", "link", "cooperation"])
    expect(await count(table), table).toBe(0);
});

test("dictionaries carry the contract's values and classes", async () => {
  const { rows } = await it.db.execute(sql`select dict_value as value, dict_label as label,
    list_class as class, css_class as css from sys_dict_data
    where dict_type = 'sys_oper_type' order by dict_sort`);
  expect(rows[0]).toEqual({ value: "1", label: "新增", class: "info", css: "" });
  expect(rows.at(-1)).toEqual({ value: "0", label: "其他", class: "info", css: "" });
});

test("no secret is a known one: the initial password meets the policy and differs per installation", async () => {
  const { rows } = await it.db.execute(sql`select config_value as value from sys_config
    where config_key = 'sys.user.initPassword'`);
  expect(String(rows[0]?.value)).toMatch(/^(?=.*[A-Z])(?=.*[a-z])(?=.*\d)[\w-]{20}$/);
});

test("the demo is put in once, however often the program starts", async () => {
  const root = path.resolve(import.meta.dirname, "../..");
  // DATABASE_URL keeps `prepare` from creating a database of its own.
  const source = { DATA_DIR: it.dataDir, DATABASE_URL: it.databaseUrl, DEMO: "on" };
  const env = parseEnv(source, root);
  await prepare(env, it.databaseUrl);
  const first = await count("article");
  expect(first).toBeGreaterThanOrEqual(60);
  expect(await count("article_type")).toBeGreaterThan(30);
  await prepare(env, it.databaseUrl);
  expect(await count("article")).toBe(first);
  const list = await it.call("GET", "/api/bll/article/list?pageSize=10");
  expect(list.body.total).toBe(first);
});
