import { execFileSync } from "node:child_process";
import fs from "node:fs";
import { createRequire } from "node:module";
import os from "node:os";
import path from "node:path";
import fc from "fast-check";
import { parseSync } from "vite";
import { afterAll, expect, test } from "vitest";
import { columnDefaults, type FoundColumn, type GenColumn, tableDefaults } from "./config.ts";
import { archiveFiles, contractPreview, type SliceFile, sliceFiles } from "./files.ts";
import { type DictEntries, GeneratorError, modelOf, tie } from "./model.ts";
import { camel, isProperty, label, pascal, str } from "./words.ts";

const found = (name: string, type: string, more: Partial<FoundColumn> = {}): FoundColumn => ({
  name,
  type,
  comment: "",
  isNullable: true,
  isPk: false,
  isIncrement: false,
  ...more,
});
const key = (name: string) => found(name, "bigint", { isPk: true, isNullable: false });
const TYPES =
  "varchar(20) varchar(500) char(1) text integer bigint numeric(10,2) numeric(18,0) timestamp date boolean".split(
    " ",
  );
const AUDIT = [
  found("create_by", "varchar(64)"),
  found("create_time", "timestamp"),
  found("update_by", "varchar(64)"),
  found("update_time", "timestamp"),
];

type Texts = {
  table: string;
  column: string;
  comment: string;
  noun: string;
  dict: DictEntries;
};

/** Slices of all three templates with these texts in every place that takes one. */
function slicesOf(texts: Texts): SliceFile[] {
  const dicts = new Map([["sys_some_kind", texts.dict]]);
  const columns = [key("item_id"), found(texts.column, "varchar(20)"), ...AUDIT].concat(
    TYPES.map((type, index) => found(`some_${index}`, type, { isNullable: index % 2 === 0 })),
  );
  const own = columnDefaults(columns).map((column, index) => ({
    ...column,
    javaField: column.columnName === texts.column ? "strange" : column.javaField,
    columnComment: texts.comment,
    dictType: ["varchar(20)", "char(1)"].includes(column.columnType) ? "sys_some_kind" : "",
    htmlType: column.columnType === "varchar(20)" ? "select" : column.htmlType,
    queryType: index % 2 ? "LIKE" : "EQ",
  }));
  const table = {
    ...tableDefaults("t_item", "", texts.noun),
    tableName: texts.table,
    tableComment: texts.comment,
    functionName: texts.noun,
    packageName: texts.noun,
    subTableName: texts.table,
  };
  const tree = [...own];
  tree.push(...columnDefaults([found("parent_id", "bigint")]));
  const crud = modelOf(table, own, dicts);
  const shelf = modelOf(
    {
      ...table,
      businessName: "shelf",
      className: "Shelf",
      tplCategory: "tree",
      treeCode: "item_id",
      treeParentCode: "parent_id",
      treeName: texts.column,
    },
    tree.map((column) => (column.javaField === "strange" ? { ...column, dictType: "" } : column)),
    dicts,
  );
  const main = modelOf(
    { ...table, businessName: "main", className: "Main", subTableFkName: "parent_id" },
    own,
    dicts,
  );
  const sub = modelOf({ ...table, businessName: "sub", className: "Sub" }, tree, dicts);
  const tied = tie(main, sub, `/tool/${texts.noun}`);
  return archiveFiles([crud, shelf, tied.main, tied.sub]);
}

const PLAIN: Texts = {
  table: "T Item",
  column: "Strange Name",
  comment: "注释",
  noun: "名称",
  dict: [
    { value: "a b", label: "甲" },
    { value: "c", label: "乙" },
  ],
};

const PAYLOADS = [
  '";globalThis.HACKED=1;"',
  "';globalThis.HACKED=1;'",
  "`;globalThis.HACKED=1;`",
  "\x24{globalThis.HACKED=1}",
  "`\x24{globalThis.HACKED=1}`",
  "*/globalThis.HACKED=1;/*",
  "*/ import 'HACKED'; /**",
  "\nglobalThis.HACKED=1;//",
  "\r\nimport 'HACKED';\r\n",
  "\u2028globalThis.HACKED=1;\u2029",
  "</script><script>HACKED()</script>",
  '" onClick={HACKED} x="',
  '"/><HACKED x="',
  "{HACKED()}",
  "}}/>{HACKED()}<a b={{",
  "\\",
  '\\"',
  "\\u0022;HACKED()//",
  "\\x22;HACKED()//",
  "<!--HACKED-->",
  "-->HACKED",
  '"] , HACKED: [ "',
  "'); HACKED(); ('",
  "\u0000HACKED",
  "\ud800HACKED",
  "\u202eDEKCAH\u202c",
  "\ufeffHACKED",
  "/*/HACKED/*/",
  "//HACKED",
  "@HACKED",
  "__proto__",
  "constructor",
  "&quot;HACKED&quot;",
  "%22;HACKED()",
  "'''\"\"\"```",
  "😀HACKED",
  "e\u0301\u0302HACKED",
  "\t \v\f\u00a0\u3000",
  "]]>HACKED",
  "#{HACKED}",
];
const HOSTILE = PAYLOADS.flatMap((payload) => [
  payload,
  `甲${payload}`,
  `${payload}乙`,
  payload.repeat(3),
  `${"长".repeat(30)}${payload}`,
]);

type Node = Record<string, unknown> & { type: string };
const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && "type" in value;

/** Types of all nodes in their order, and every name that stands in code. */
function shapeOf(file: SliceFile): { types: string[]; names: string[] } {
  const { program, errors } = parseSync(file.path, file.text);
  expect(errors.map(({ message }) => message)).toEqual([]);
  const types: string[] = [];
  const names: string[] = [];
  const walk = (value: unknown): void => {
    if (Array.isArray(value)) for (const each of value) walk(each);
    else if (isNode(value)) {
      types.push(value.type);
      if (typeof value.name === "string") names.push(value.name);
      for (const [name, each] of Object.entries(value)) if (name !== "parent") walk(each);
    }
  };
  walk(program);
  return { types, names };
}

/** One file of each kind: whole slices differ in little else. */
const codeOf = (files: readonly SliceFile[]) =>
  files.filter(({ path: name }) =>
    /item\/.+tsx?$|shelf\/(api|office|.*test)|main\/office|sub\/(table|office|.*test)/.test(name),
  );

test("hostile texts: what is generated has the shape of plain texts", { timeout: 90_000 }, () => {
  expect(HOSTILE.length).toBeGreaterThanOrEqual(200);
  const plain = codeOf(slicesOf(PLAIN)).map(shapeOf);
  expect(plain.length).toBe(12);
  for (const text of HOSTILE) {
    const files = codeOf(
      slicesOf({
        table: text,
        column: `${text} `,
        comment: text,
        noun: text,
        dict: [
          { value: text, label: label(text, 20) || "？" },
          { value: `${text} `, label: "乙" },
        ],
      }),
    );
    for (const [index, file] of files.entries()) {
      const { types, names } = shapeOf(file);
      expect(types, `${text} in ${file.path}`).toEqual(plain[index]?.types);
      expect(names, `${text} in ${file.path}`).toEqual(plain[index]?.names);
    }
  }
});

test("names that would become code are refused, whatever is stored", () => {
  const table = tableDefaults("a_b", "", "x");
  const rows = columnDefaults([key("id"), found("name", "text")]);
  for (const wrong of [
    { moduleName: "../../etc" },
    { businessName: "a;b" },
    { className: "A B" },
    { parentMenuId: Number.NaN },
  ]) {
    expect(() => modelOf({ ...table, ...wrong }, rows, new Map())).toThrow(GeneratorError);
  }
  const bad = rows.map((row) => ({ ...row, javaField: "a-b" }));
  expect(() => modelOf(table, bad, new Map())).toThrow("属性名不能用于代码");
  const without = rows.map((row): GenColumn => ({ ...row, isPk: "0" }));
  expect(() => modelOf(table, without, new Map())).toThrow("没有单一的整数主键");
  const strange = rows.map((row) => ({ ...row, dictType: `a" b={HACKED} "` }));
  const files = sliceFiles(modelOf(table, strange, new Map()));
  expect(files.map(({ text }) => text).join("")).not.toContain("HACKED");
});

test("words: names and literals", () => {
  expect(camel("sys_user_post")).toBe("sysUserPost");
  expect(camel("BOOK_NAME")).toBe("bookName");
  expect(camel("bookName")).toBe("bookName");
  expect(camel("2nd_name")).toBe("ndName");
  expect(camel("图书")).toBe("");
  expect(pascal("lib_book")).toBe("LibBook");
  for (const name of ["constructor", "params", "A", "", "a-b", "x".repeat(41)]) {
    expect([name, isProperty(name)]).toEqual([name, false]);
  }
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      const { program, errors } = parseSync("x.ts", str(text));
      expect(errors).toEqual([]);
      const [statement] = program.body as unknown as { expression: { value: string } }[];
      expect(statement?.expression.value).toBe(text);
    }),
  );
});

test("the contract's client finds its keys, each with a file of ours", () => {
  const table = { ...tableDefaults("lib_book", "图书表", "甲"), moduleName: "library" };
  const model = modelOf(table, columnDefaults([key("book_id"), found("name", "text")]), new Map());
  const preview = contractPreview(model, sliceFiles(model));
  expect(Object.keys(preview)).toEqual([
    "vm/java/domain.java.vm",
    "vm/java/controller.java.vm",
    "vm/js/api.js.vm",
    "vm/vue/index.vue.vm",
    "vm/sql/sql.vm",
  ]);
  expect(preview["vm/java/domain.java.vm"]).toMatch(
    /^\/\/ src\/app\/library\/book\/table\.server\.ts\nimport /,
  );
});

const scratch = fs.mkdtempSync(path.join(os.tmpdir(), "generated-"));
afterAll(() => fs.rmSync(scratch, { recursive: true, force: true }));

/** Tables as people make them, with names and comments of all lengths. */
const arbitraryTable = fc.record({
  noun: fc.string({
    unit: fc.constantFrom(..."图书借阅会员活动报名资料a"),
    minLength: 1,
    maxLength: 16,
  }),
  columns: fc.uniqueArray(
    fc.record({
      name: fc
        .array(fc.string({ unit: fc.constantFrom(..."abcdefg"), minLength: 1, maxLength: 9 }), {
          minLength: 1,
          maxLength: 4,
        })
        .map((words) => words.join("_")),
      comment: fc.string({ unit: fc.constantFrom(..."名称编号日期（0是）x ,"), maxLength: 24 }),
      type: fc.constantFrom(...TYPES),
      isNullable: fc.boolean(),
      html: fc.constantFrom("", "select", "radio", "checkbox", "editor", "fileUpload"),
      query: fc.constantFrom("EQ", "LIKE", "BETWEEN", "GT"),
      dict: fc.constantFrom("", "", "sys_normal_disable", "sys_with_many_values"),
    }),
    { selector: ({ name }) => name, minLength: 1, maxLength: 12 },
  ),
  kind: fc.constantFrom("crud", "tree"),
  hasAudit: fc.boolean(),
});

const DICTS = new Map<string, DictEntries>([
  [
    "sys_normal_disable",
    [
      { value: "0", label: "正常" },
      { value: "1", label: "停用" },
    ],
  ],
  [
    "sys_with_many_values",
    Array.from({ length: 12 }, (_none, index) => ({
      value: `value_${index}`,
      label: `第${index}种`,
    })),
  ],
]);

test("what is generated passes the linter once the formatter has shaped it", {
  timeout: 90_000,
}, () => {
  const samples = fc.sample(arbitraryTable, { numRuns: 60, seed: 20_261_121 });
  for (const [index, sample] of samples.entries()) {
    const name = `t_thing${index}`;
    const columns = [
      key("thing_id"),
      found("parent_id", "bigint"),
      found("thing_title", "varchar(60)", { comment: "标题", isNullable: false }),
      ...sample.columns,
      ...(sample.hasAudit ? AUDIT : []),
    ].map((column) => found(column.name, column.type, column));
    const rows = columnDefaults(columns).map((row) => {
      const more = sample.columns.find((column) => column.name === row.columnName);
      return more
        ? {
            ...row,
            htmlType: more.html || row.htmlType,
            dictType: more.dict,
            queryType: more.query,
          }
        : row;
    });
    const table = {
      ...tableDefaults(name, sample.noun, "甲"),
      functionName: sample.noun,
      tplCategory: sample.kind,
      treeCode: "thing_id",
      treeParentCode: "parent_id",
      treeName: "thing_title",
    };
    const model = modelOf(table, rows, DICTS);
    for (const { path: target, text } of sliceFiles(model)) {
      fs.mkdirSync(path.join(scratch, path.dirname(target)), { recursive: true });
      fs.writeFileSync(path.join(scratch, target), text);
    }
  }
  const root = path.resolve(import.meta.dirname, "../../..");
  const config = JSON.parse(fs.readFileSync(path.join(root, "biome.json"), "utf8"));
  delete config.$schema;
  delete config.vcs;
  fs.writeFileSync(path.join(scratch, "biome.json"), `${JSON.stringify(config, null, 2)}\n`);
  const biome = createRequire(import.meta.url).resolve("@biomejs/biome/bin/biome");
  const run = (...args: string[]) =>
    execFileSync(process.execPath, [biome, ...args, "--colors=off", "src"], {
      cwd: scratch,
      encoding: "utf8",
      stdio: "pipe",
    });
  expect(() => run("check", "--write")).not.toThrow();
  expect(() => run("ci")).not.toThrow();
});
