import { execFile } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { unzipSync } from "fflate";
import { afterAll, expect, test } from "vitest";
import { openSession } from "../e2e/browser.ts";
import { baseUrl } from "../e2e/site.ts";

// What the generator gives out, unpacked into a copy of this tree, passes the checks of this tree.
const root = path.resolve(import.meta.dirname, "..");
const scratch = fs.mkdtempSync(path.join(os.tmpdir(), "generated-"));
afterAll(() => fs.rmSync(scratch, { recursive: true, force: true }));

const token = await openSession(1);
const call = (method: string, url: string, body?: object) =>
  fetch(`${baseUrl}/prod-api/tool/gen${url}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body ? { "content-type": "application/json" } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
const done = async (answer: Promise<Response>) => {
  const body = (await (await answer).json()) as { code: number; msg: string; data: unknown };
  expect(body).toMatchObject({ code: 200 });
  return body;
};

const run = promisify(execFile);
/** A command of the copy; what it says stands in the failure. */
async function inScratch(command: string, ...args: string[]): Promise<void> {
  const { NODE_ENV: _mode, VITEST: _vitest, ...env } = process.env;
  try {
    await run(command, args, {
      cwd: scratch,
      env: { ...env, NO_COLOR: "1" },
      maxBuffer: 16 * 1024 * 1024,
    });
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    throw new Error(`${command} ${args.join(" ")}\n${stdout}\n${stderr}`);
  }
}

const AUDIT =
  "create_by varchar(64), create_time datetime, update_by varchar(64), update_time datetime";

const SQL = `
CREATE TABLE made_book (book_id bigint NOT NULL AUTO_INCREMENT COMMENT '编号',
  book_name varchar(64) NOT NULL COMMENT '书名', isbn varchar(20) COMMENT '书号（ISBN）',
  price decimal(10,2) COMMENT '价格', pages int COMMENT '页数',
  status char(1) NOT NULL COMMENT '状态（0正常 1停用）', book_type varchar(10) COMMENT '类别',
  publish_date date COMMENT '出版日期', borrowed_at datetime COMMENT '借出时间',
  is_rare boolean COMMENT '善本', cover_image varchar(500) COMMENT '封面',
  scan_file varchar(500) COMMENT '扫描件', book_content text COMMENT '内容',
  tags varchar(200) COMMENT '标签', ${AUDIT}, remark varchar(500) COMMENT '备注',
  PRIMARY KEY (book_id)) COMMENT='图书表';
CREATE TABLE made_shelf (shelf_id bigint NOT NULL AUTO_INCREMENT, parent_id bigint,
  shelf_name varchar(30) NOT NULL COMMENT '名称', order_num int COMMENT '显示顺序', ${AUDIT},
  PRIMARY KEY (shelf_id)) COMMENT='书架';
CREATE TABLE made_order (order_id bigint NOT NULL AUTO_INCREMENT,
  order_no varchar(30) NOT NULL COMMENT '单号', ordered_at datetime NOT NULL COMMENT '下单时间',
  ${AUDIT}, PRIMARY KEY (order_id)) COMMENT='订单';
CREATE TABLE made_order_item (item_id bigint NOT NULL AUTO_INCREMENT, order_id bigint NOT NULL,
  item_name varchar(30) NOT NULL COMMENT '名称', amount int COMMENT '数量',
  PRIMARY KEY (item_id)) COMMENT='订单明细';`;

type Column = Record<string, unknown> & { columnName: string };
type Info = Record<string, unknown> & { tableId: number; tableName: string; columns: Column[] };

async function configure(
  info: Info,
  change: object,
  params: object = {},
  columns: Record<string, object> = {},
): Promise<void> {
  await done(
    call("PUT", "", {
      ...info,
      moduleName: "library",
      ...change,
      columns: info.columns.map((column) => ({ ...column, ...columns[column.columnName] })),
      params: { parentMenuId: 1, ...params },
    }),
  );
}

test("a crud, a tree and a sub slice pass format, types, arrows, unused code and their tests", {
  timeout: 580_000,
}, async () => {
  await done(call("POST", "/createTable", { sql: SQL }));
  const list = (await (await call("GET", "/list?tableName=made_&pageSize=20")).json()) as {
    rows: { tableId: number }[];
  };
  const { data } = await done(call("GET", `/${list.rows[0]?.tableId}`));
  const { tables } = data as { tables: Info[] };
  const infoOf = (name: string): Info => {
    const found = tables.find(({ tableName }) => tableName === name);
    if (!found) throw new Error(`${name} was not imported`);
    return found;
  };
  await configure(
    infoOf("made_book"),
    { formColNum: 2 },
    {},
    {
      status: { dictType: "sys_normal_disable" },
      book_type: { dictType: "sys_user_sex" },
      tags: { dictType: "sys_notice_type", htmlType: "checkbox" },
      publish_date: { queryType: "BETWEEN" },
    },
  );
  await configure(
    infoOf("made_shelf"),
    { tplCategory: "tree" },
    { treeCode: "shelf_id", treeParentCode: "parent_id", treeName: "shelf_name" },
  );
  await configure(infoOf("made_order_item"), { businessName: "orderItem" });
  await configure(infoOf("made_order"), {
    tplCategory: "sub",
    subTableName: "made_order_item",
    subTableFkName: "order_id",
  });
  const answer = await call("GET", "/batchGenCode?tables=made_book,made_shelf,made_order");
  expect(answer.headers.get("content-type")).toBe("application/octet-stream");
  const files = unzipSync(new Uint8Array(await answer.arrayBuffer()));

  const kept = fs
    .readdirSync(root)
    .filter((name) => !/^(\.git|node_modules|build|data|shots)$/.test(name));
  for (const name of kept) {
    fs.cpSync(path.join(root, name), path.join(scratch, name), { recursive: true });
  }
  fs.symlinkSync(path.join(root, "node_modules"), path.join(scratch, "node_modules"));
  for (const [name, bytes] of Object.entries(files)) {
    const target = path.join(scratch, name);
    expect(path.relative(scratch, target).startsWith("..")).toBe(false);
    fs.mkdirSync(path.dirname(target), { recursive: true });
    fs.writeFileSync(target, bytes);
  }
  fs.rmSync(path.join(scratch, "README.txt"));
  // There is no repository here to ask what it ignores.
  const biome = JSON.parse(fs.readFileSync(path.join(scratch, "biome.json"), "utf8"));
  const { vcs: _vcs, ...rules } = biome;
  fs.writeFileSync(path.join(scratch, "biome.json"), `${JSON.stringify(rules, null, 2)}\n`);

  await inScratch("npm", "run", "migrate:generate", "--", "--name=library");
  await inScratch("npm", "run", "fix");
  await inScratch("npx", "biome", "ci", "src/app/library");
  await inScratch("npm", "run", "check:types");
  await inScratch("npm", "run", "check:arrows");
  await inScratch("npm", "run", "check:unused");
  await inScratch(
    "npx",
    "vitest",
    "run",
    "src/app/library",
    "src/app/structure.test.ts",
    "src/app/base-data.test.ts",
  );
});
