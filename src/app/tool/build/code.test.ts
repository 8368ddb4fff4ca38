import { execFile } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, expect, test } from "vitest";
import { problemsOf } from "./check.ts";
import { toCode } from "./code.ts";
import { EMPTY_FORM, type Field, type FormModel, KINDS, newField } from "./fields.ts";

const run = promisify(execFile);
const root = path.resolve(import.meta.dirname, "../../../..");
const made: string[] = [];
afterAll(() => {
  for (const folder of made) fs.rmSync(folder, { recursive: true, force: true });
});

/** The files at their places in a tree that is ours but for them; returns what the tools say. */
async function complaints(forms: readonly FormModel[]): Promise<string> {
  const tree = fs.mkdtempSync(path.join(os.tmpdir(), "form-"));
  made.push(tree);
  fs.mkdirSync(path.join(tree, "src"));
  for (const name of ["office", "lib", "site"]) {
    fs.symlinkSync(path.join(root, "src", name), path.join(tree, "src", name));
  }
  for (const name of ["node_modules", "package.json"]) {
    fs.symlinkSync(path.join(root, name), path.join(tree, name));
  }
  const files = forms.map((form, index) => {
    const folder = path.join(tree, "src/app", form.folder);
    fs.mkdirSync(folder, { recursive: true });
    const file = path.join(folder, `form-${index}.tsx`);
    fs.writeFileSync(file, toCode(form));
    return file;
  });
  const { compilerOptions } = JSON.parse(fs.readFileSync(path.join(root, "tsconfig.json"), "utf8"));
  fs.writeFileSync(
    path.join(tree, "tsconfig.json"),
    JSON.stringify({ compilerOptions: { ...compilerOptions, rootDirs: ["."] }, files }),
  );
  const { vcs: _vcs, ...biome } = JSON.parse(
    fs.readFileSync(path.join(root, "biome.json"), "utf8"),
  );
  fs.writeFileSync(path.join(tree, "biome.json"), JSON.stringify({ ...biome, root: true }));
  const bin = (name: string) => path.join(root, "node_modules/.bin", name);
  const say = (error: unknown) => {
    const { stdout = "", stderr = "" } = error as { stdout?: string; stderr?: string };
    return stdout + stderr || String(error);
  };
  const check = (...more: string[]) =>
    run(bin("biome"), ["check", "--error-on-warnings", ...more, ...files], { cwd: tree });
  const calls = [
    run(bin("tsc"), ["--noEmit", "-p", tree], { cwd: tree }),
    check("--write").then(() => check()),
  ];
  const results = await Promise.all(calls.map((call) => call.then(() => "", say)));
  return results.filter(Boolean).join("\n");
}

const formOf = (fields: Field[], patch: Partial<FormModel> = {}): FormModel => ({
  ...EMPTY_FORM,
  ...patch,
  fields,
});

const everyKind = (
  patch: (field: Field, index: number) => Partial<Field> = () => ({}),
): Field[] => {
  const fields: Field[] = [];
  for (const { kind } of KINDS) {
    const field = newField(kind, fields);
    fields.push({ ...field, ...patch(field, fields.length) });
  }
  return fields;
};

const HOSTILE = [
  `"><script>alert(1)</script>`,
  `'}{"; process.exit(1); //`,
  "*/ } export default `$" + "{1}` {/*",
  "第一行\n第二行\t\\n\u2028完",
  "&quot; &lt; {values} </Form.Item>",
  `it's "both" \\`,
  "很长的一段文字，用来看看超过一行时是否还能按格式化工具的要求换行，而且中文每个字占两列宽度，这里再写一些",
  " 前后有空格 ",
];

test("a form with every component passes the compiler and, once shaped by the formatter, the linter", async () => {
  const forms = [
    formOf(everyKind()),
    formOf(
      everyKind(() => ({
        isRequired: true,
        help: "填写说明",
        span: 12,
        max: 5,
        from: -3,
        to: 9,
        rules: [{ pattern: String.raw`^[a-z\d/]+$`, message: "只能是小写字母、数字和斜线" }],
      })),
      { layout: "horizontal", hasReset: false, component: "Other", folder: "a/b/c" },
    ),
    formOf([
      ...everyKind((field) => ({ dict: "sys_user_sex", name: field.name && `${field.name}Dict` })),
      { ...newField("select", []), name: "manyOfThem", isMultiple: true, isRequired: true },
      {
        ...newField("radio", []),
        name: "only",
        options: [{ label: "唯一的选项", value: "1" }],
      },
    ]),
    formOf([]),
  ];
  expect(forms.flatMap(problemsOf)).toEqual([]);
  expect(await complaints(forms)).toBe("");
}, 120_000);

test("whatever is typed stays a text: no form becomes other code", async () => {
  const fields = HOSTILE.flatMap((text, round) =>
    everyKind((field) => ({
      name: field.name && `${field.name}x${round}`,
      label: text,
      placeholder: text,
      help: text,
      isRequired: round % 2 === 0,
      max: 10,
      rules: [{ pattern: "^a/b$", message: text }],
      options: [
        { label: text, value: text },
        { label: "b", value: `${text}2` },
      ],
    })),
  );
  const form = formOf(fields, { submit: HOSTILE[0] ?? "" });
  expect(problemsOf(form)).toEqual([]);
  expect(await complaints([form])).toBe("");
}, 120_000);

test("the code says what the form says", () => {
  const name = {
    ...newField("input", []),
    name: "userName",
    label: "姓名",
    isRequired: true,
    max: 20,
  };
  const sex = { ...newField("radio", []), name: "sex", label: "性别", dict: "sys_user_sex" };
  const code = toCode(formOf([name, sex], { component: "PersonForm", folder: "system/person" }));
  expect(code).toContain('import { DictRadio } from "#src/office/form/dict.tsx";');
  expect(code).toContain("  userName: string;\n  sex?: string;\n");
  expect(code).toContain('{ required: true, whitespace: true, message: "请输入姓名" },');
  expect(code).toContain('{ max: 20, message: "姓名长度不能超过20个字符" },');
  expect(code).toContain('<DictRadio type="sys_user_sex" />');
});
