import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { startApp } from "#src/test/app.ts";
import { genColumn, genTable } from "./table.server.ts";

const it = await startApp();
const { token, userName } = await it.as("admin");

type Row = Record<string, unknown>;
await it.db.execute(sql`create table lib_book (book_id bigint primary key, parent_id bigint,
  book_name varchar(30) not null, status char(1))`);
await it.call("POST", "/tool/gen/importTable?tables=lib_book,sys_post", { token });
const [imported] = await it.db.select().from(genTable).where(eq(genTable.tableName, "lib_book"));
const tableId = imported?.tableId ?? 0;

const read = async () => {
  const { body } = await it.call("GET", `/tool/gen/${tableId}`, { token });
  return (body.data as { info: Row & { columns: Row[] } }).info;
};
const put = (body: Row) => it.call("PUT", "/tool/gen", { token, body });
const changed = async (change: Row, params: Row = {}) => {
  const info = await read();
  return (await put({ ...info, ...change, params })).body;
};

test("a whole configuration is saved as a client sends it back", async () => {
  const info = await read();
  const columns = info.columns.map((column) =>
    column.columnName === "status"
      ? {
          ...column,
          columnComment: "状态",
          javaField: "shelfStatus",
          htmlType: "radio",
          dictType: "sys_normal_disable",
          isQuery: "0",
          isRequired: "1",
          queryType: "NE",
          sort: 1,
          columnName: "changed",
          isPk: "1",
        }
      : column,
  );
  const answer = await put({
    ...info,
    tableComment: "图书",
    className: "Book",
    moduleName: "library",
    businessName: "book",
    functionName: "图书",
    formColNum: 2,
    genType: "1",
    genPath: "/etc",
    createBy: "somebody",
    columns,
    crud: true,
    params: {
      genView: "1",
      treeCode: "",
      treeName: "book_name",
      treeParentCode: "",
      parentMenuId: "1",
    },
  });
  expect(answer.body).toMatchObject({ code: 200, msg: "操作成功" });
  const saved = await read();
  expect(saved).toMatchObject({
    className: "Book",
    moduleName: "library",
    formColNum: 2,
    genType: "1",
    createBy: userName,
    updateBy: userName,
    view: true,
    treeName: "book_name",
    parentMenuId: 1,
    parentMenuName: "系统管理",
  });
  expect(JSON.parse(String(saved.options))).toMatchObject({ genView: "1", parentMenuId: 1 });
  expect(saved.columns[0]).toMatchObject({ columnName: "book_id" });
  // A person cannot change the database's facts of a column.
  expect(saved.columns.find((column) => column.javaField === "shelfStatus")).toMatchObject({
    columnName: "status",
    isPk: "0",
    isRequired: "1",
    isQuery: "0",
    queryType: "NE",
    sort: 1,
    dictType: "sys_normal_disable",
  });
});

test("what is missing is said with the contract's texts, all at once", async () => {
  const { body } = await put({
    tableId,
    columns: [{ ...(await read()).columns[0], javaField: "" }],
  });
  expect(body).toMatchObject({ code: 500, msg: "表名称不能为空" });
  expect(body.data).toEqual({
    tableName: "表名称不能为空",
    tableComment: "表描述不能为空",
    className: "实体类名称不能为空",
    functionAuthor: "作者不能为空",
    packageName: "生成包路径不能为空",
    moduleName: "生成模块名不能为空",
    businessName: "生成业务名不能为空",
    functionName: "生成功能名不能为空",
    "columns[0].javaField": "Java属性不能为空",
  });
});

test("what becomes code must be a name in code", async () => {
  const names = {
    className: ["book", "1Book", "Book;", "图书", "A".repeat(61)],
    moduleName: ["../etc", "a/b", "Lib", "a b", "a-b", "a".repeat(31), "$x"],
    businessName: ["..", "a.b", "*/", "`"],
    packageName: ["a..b", "org/x", "a b"],
    tplCategory: ["tre", "__proto__"],
    formColNum: ["4", {}],
  };
  for (const [name, values] of Object.entries(names)) {
    for (const value of values) {
      const body = await changed({ [name]: value });
      expect([name, value, body.code, Object.keys(body.data as Row)]).toEqual([
        name,
        value,
        500,
        [name],
      ]);
    }
  }
  const { columns } = await read();
  for (const javaField of [
    "a b",
    "A",
    "1a",
    "constructor",
    "__proto__",
    "a;",
    "x".repeat(41),
    "书",
  ]) {
    const body = await changed({ columns: [{ ...columns[1], javaField }] });
    expect([javaField, Object.keys((body.data ?? {}) as Row)]).toEqual([
      javaField,
      ["columns[0].javaField"],
    ]);
  }
  for (const [name, value] of Object.entries({
    javaType: "eval",
    queryType: "OR 1=1",
    htmlType: "script",
    dictType: "a'b",
    isList: "2",
  })) {
    const body = await changed({ columns: [columns[0], { ...columns[1], [name]: value }] });
    expect(Object.keys(body.data as Row)).toEqual([`columns[1].${name}`]);
  }
  const [, second] = columns;
  const twice = await changed({ columns: [{ ...second, javaField: columns[2]?.javaField }] });
  expect(twice.msg).toMatch(/^Java属性 \w+ 重复$/);
});

test("a tree and a sub table need their columns", async () => {
  const tree = await changed({ tplCategory: "tree", treeName: "" }, { treeName: "" });
  expect(tree.data).toEqual({
    treeCode: "树编码字段不能为空",
    treeParentCode: "树父编码字段不能为空",
    treeName: "树名称字段不能为空",
  });
  const sub = await changed({ tplCategory: "sub" });
  expect(sub.data).toEqual({
    subTableName: "关联子表的表名不能为空",
    subTableFkName: "子表关联的外键名不能为空",
  });
  const done = await changed(
    { tplCategory: "tree" },
    { treeCode: "book_id", treeParentCode: "parent_id", treeName: "book_name" },
  );
  expect(done.code).toBe(200);
});

test("a name that is taken, a row of another table, and one that is not there", async () => {
  const taken = await changed({ tableName: "sys_post" });
  expect(taken).toMatchObject({ msg: "表名称已存在", data: { tableName: "表名称已存在" } });
  const [foreign] = await it.db
    .select()
    .from(genColumn)
    .where(sql`${genColumn.tableId} <> ${tableId}`)
    .limit(1);
  const answer = await changed({ columns: [{ ...foreign, javaField: "stolen" }, null, 7, "x"] });
  expect(answer.code).toBe(200);
  const [after] = await it.db
    .select()
    .from(genColumn)
    .where(eq(genColumn.columnId, foreign?.columnId ?? 0));
  expect(after?.javaField).toBe(foreign?.javaField);
  expect((await put({ tableId: 987_654, tableName: "x" })).body.code).toBe(404);
});
