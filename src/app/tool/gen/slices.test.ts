import { sql } from "drizzle-orm";
import { strFromU8, unzipSync } from "fflate";
import { expect, test } from "vitest";
import { startApp } from "#src/test/app.ts";

const it = await startApp();
const { token } = await it.as("admin");

type Row = Record<string, unknown>;
const get = async (url: string) => (await it.call("GET", `/tool/gen${url}`, { token })).body;
const infoOf = async (tableName: string) => {
  const list = await get(`/list?tableName=${tableName}`);
  const row = (list.rows as Row[]).find((each) => each.tableName === tableName);
  const { data } = await get(`/${row?.tableId}`);
  return (data as { info: Row & { tableId: number; columns: Row[] } }).info;
};
const configure = async (tableName: string, change: Row, params: Row = {}) => {
  const info = await infoOf(tableName);
  const body = { ...info, moduleName: "library", ...change, params };
  expect((await it.call("PUT", "/tool/gen", { token, body })).body.code).toBe(200);
};
const zip = async (url: string) => {
  const answer = await it.app.inject({
    method: "GET",
    url: `/prod-api/tool/gen${url}`,
    headers: { authorization: `Bearer ${token}` },
  });
  expect(answer.headers["content-type"]).toBe("application/octet-stream");
  const files = unzipSync(new Uint8Array(answer.rawPayload));
  return Object.fromEntries(Object.entries(files).map(([name, bytes]) => [name, strFromU8(bytes)]));
};

const created = await it.call("POST", "/tool/gen/createTable", {
  token,
  body: {
    sql: `
create table lib_book (book_id bigserial primary key, book_name varchar(64) not null comment '书名',
  status char(1) not null comment '状态', create_by varchar(64), create_time timestamp,
  update_by varchar(64), update_time timestamp) comment '图书表';
create table lib_shelf (shelf_id bigserial primary key, parent_id bigint,
  shelf_name varchar(30) not null) comment '书架';
create table lib_loan (loan_id bigserial primary key, loan_no varchar(30) not null) comment '借阅单';
create table lib_loan_item (item_id bigserial primary key, loan_id bigint not null,
  item_name varchar(30)) comment '借阅明细';
create table lib_plain (code varchar(30) primary key);`,
  },
});
expect(created.body).toMatchObject({ code: 200 });

test("preview: our files with their paths, the contract's keys, and what one must know", async () => {
  await configure("lib_book", { tplCategory: "crud" });
  const { tableId, columns } = await infoOf("lib_book");
  const status = columns.map((column) =>
    column.columnName === "status" ? { ...column, dictType: "sys_normal_disable" } : column,
  );
  await configure("lib_book", { columns: status });
  const body = await get(`/preview/${tableId}`);
  const files = body.files as { path: string; text: string }[];
  expect(files.map(({ path }) => path)).toEqual([
    "src/app/library/book/table.server.ts",
    "src/app/library/book/api.server.ts",
    "src/app/library/book/office.tsx",
    "src/app/library/book/seed.server.ts",
    "src/app/library/book/book.test.ts",
  ]);
  const data = body.data as Record<string, string>;
  expect(Object.keys(data)).toContain("vm/java/domain.java.vm");
  for (const key of Object.keys(data)) expect(key).toMatch(/^vm\/[a-z]+\/[\w.]+\.vm$/);
  expect(data["vm/java/domain.java.vm"]).toContain('pgTable("lib_book", {');
  // The server will accept the dictionary's values.
  expect(data["vm/java/controller.java.vm"]).toContain(
    'status: choice("状态", ["0", "1"], { isRequired: true })',
  );
  expect(data["vm/java/controller.java.vm"]).toContain('{ 0: "正常", 1: "停用" }');
  expect(body.notes).toEqual([]);
});

test("a zip of one, by either call, and of several", async () => {
  const one = await zip("/download/lib_book");
  expect(Object.keys(one)).toEqual([
    "src/app/library/book/table.server.ts",
    "src/app/library/book/api.server.ts",
    "src/app/library/book/office.tsx",
    "src/app/library/book/seed.server.ts",
    "src/app/library/book/book.test.ts",
    "README.txt",
  ]);
  expect(one["README.txt"]).toContain("npm run migrate:generate");
  expect(await zip("/batchGenCode?tables=lib_book")).toEqual(one);
  await configure(
    "lib_shelf",
    { tplCategory: "tree" },
    {
      treeCode: "shelf_id",
      treeParentCode: "parent_id",
      treeName: "shelf_name",
      parentMenuId: "108",
    },
  );
  const two = await zip("/batchGenCode?tables=lib_book,lib_shelf");
  expect(two["src/app/library/shelf/api.server.ts"]).toContain("treeCrud(app, context, {");
  expect(two["src/app/library/shelf/seed.server.ts"]).toContain("parentId: 108,");
  expect(two["README.txt"]).toContain("增加了 orderNum");
});

test("a sub template brings its sub table along, once", async () => {
  await configure("lib_loan_item", { businessName: "loanItem" }, { parentMenuId: "108" });
  await configure("lib_loan", {
    tplCategory: "sub",
    subTableName: "lib_loan_item",
    subTableFkName: "loan_id",
  });
  const files = await zip("/batchGenCode?tables=lib_loan_item,lib_loan");
  expect(Object.keys(files).filter((name) => name.endsWith("/table.server.ts"))).toHaveLength(2);
  expect(files["src/app/library/loanItem/table.server.ts"]).toContain(
    '.references(() => loan.loanId, { onDelete: "cascade" })',
  );
  // The address is the menu's: below 系统管理 / 日志管理.
  expect(files["src/app/library/loan/office.tsx"]).toContain(
    "openPath(`/system/log/loanItem?loanId=\x24{row.loanId}`)",
  );
});

test("what cannot become a slice is refused as JSON, with the reason", async () => {
  const refused = async (url: string) => {
    const answer = await it.call("GET", `/tool/gen${url}`, { token });
    expect(answer.headers["content-type"]).toBe("application/json");
    expect(answer.body.code).toBe(500);
    return answer.body.msg;
  };
  expect(await refused("/batchGenCode?tables=")).toBe("请选择表");
  expect(await refused("/batchGenCode")).toBe("请选择表");
  expect(await refused("/batchGenCode?tables=nowhere")).toBe("表 nowhere 没有导入");
  expect(await refused("/download/..%2F..%2Fetc")).toBe("表 ../../etc 没有导入");
  expect(await refused("/download/lib_plain")).toBe(
    "表 lib_plain 没有单一的整数主键，不能生成代码",
  );
  const { tableId } = await infoOf("lib_plain");
  expect(await refused(`/preview/${tableId}`)).toContain("没有单一的整数主键");
  await configure("lib_loan", {
    tplCategory: "sub",
    subTableName: "lib_nothing",
    subTableFkName: "loan_id",
  });
  expect(await refused("/download/lib_loan")).toBe("表 lib_nothing 没有导入");
  await configure("lib_loan", {
    tplCategory: "sub",
    subTableName: "lib_loan_item",
    subTableFkName: "item_name",
  });
  expect(await refused("/download/lib_loan")).toContain("没有整数的外键字段 item_name");
  await configure(
    "lib_shelf",
    { tplCategory: "tree" },
    { treeCode: "shelf_name", treeParentCode: "parent_id", treeName: "shelf_name" },
  );
  expect(await refused("/download/lib_shelf")).toContain("树编码字段应为主键");
  await configure("lib_shelf", { tplCategory: "crud", businessName: "book" });
  expect(await refused("/batchGenCode?tables=lib_book,lib_shelf")).toBe(
    "表 lib_book 和 lib_shelf 的模块名和业务名相同：library/book",
  );
});

test("stored texts that would break out stay texts", async () => {
  await it.db.execute(sql`update gen_table set function_name = ${'*/ `\x24{x}` "; import("x") </script>'},
    function_author = ${"*/\u2028alert(1)"} where table_name = 'lib_book'`);
  await it.db.execute(sql`update sys_dict_data set dict_label = ${'"}]; hack(`'}
    where dict_type = 'sys_normal_disable' and dict_value = '0'`);
  const files = await zip("/download/lib_book");
  const code = Object.values(files).join("\n");
  expect(code).not.toContain("*/ `");
  expect(code).not.toContain('import("x")');
  expect(code).not.toContain("</script>");
  expect(code).not.toContain("hack(`");
  await it.db.execute(
    sql`update gen_table set module_name = '../../etc' where table_name = 'lib_book'`,
  );
  expect((await get("/download/lib_book")).msg).toContain("不能用于代码");
});
