import { expect, test } from "vitest";
import { problemsOf, readForm, readJsonForm, toJson } from "./check.ts";
import { EMPTY_FORM, KINDS, newField } from "./fields.ts";
import { type Action, MAX_FIELDS, reduce, type State, startState } from "./model.ts";

const after = (actions: Action[], from = startState()): State => actions.reduce(reduce, from);
const names = ({ form }: State) => form.fields.map(({ name }) => name);
const three = after([
  { type: "add", kind: "input", id: "a" },
  { type: "add", kind: "select", id: "b" },
  { type: "add", kind: "divider", id: "c" },
]);
const ids = ({ form }: State) => form.fields.map(({ id }) => id).join("");

test("components are added, moved, copied and removed; the selection goes along", () => {
  expect([ids(three), three.selected]).toEqual(["abc", "c"]);
  expect(names(three)).toEqual(["input1", "select1", ""]);
  const between = after([{ type: "add", kind: "date", index: 1, id: "d" }], three);
  expect(ids(between)).toBe("adbc");
  expect(ids(after([{ type: "move", id: "a", index: 2 }], three))).toBe("bca");
  expect(ids(after([{ type: "move", id: "c", index: -5 }], three))).toBe("cab");
  expect(ids(after([{ type: "move", id: "a", index: 99 }], three))).toBe("bca");
  expect(after([{ type: "move", id: "a", index: 0 }], three)).toBe(three);
  const copied = after([{ type: "duplicate", id: "a", copyId: "e" }], three);
  expect([ids(copied), copied.selected, names(copied)[1]]).toEqual(["aebc", "e", "input2"]);
  const gone = after([{ type: "remove", id: "b" }], three);
  expect([ids(gone), gone.selected]).toEqual(["ac", "c"]);
  expect(after([{ type: "remove", id: "c" }], three).selected).toBe("b");
  for (const type of ["remove", "duplicate"] as const) {
    expect(after([{ type, id: "none" }], three)).toBe(three);
  }
  let full = startState();
  for (let count = 0; count < MAX_FIELDS + 5; count++) {
    full = reduce(full, { type: "add", kind: "text" });
  }
  expect(full.form.fields.length).toBe(MAX_FIELDS);
});

test("steps are undone and redone; typing in one field is one step", () => {
  const typed = after(
    [..."姓名全称"].map((_, index, all) => ({
      type: "patch",
      id: "a",
      patch: { label: all.slice(0, index + 1).join("") },
    })),
    three,
  );
  expect(typed.form.fields[0]?.label).toBe("姓名全称");
  expect(typed.past.length).toBe(three.past.length + 1);
  const undone = after([{ type: "undo" }], typed);
  expect(undone.form).toEqual(three.form);
  expect(after([{ type: "redo" }], undone).form).toEqual(typed.form);
  const empty = after(Array<Action>(9).fill({ type: "undo" }), typed);
  expect([empty.form.fields, empty.selected, empty.past]).toEqual([[], undefined, []]);
  const other = after([{ type: "settings", patch: { submit: "提交" } }], undone);
  expect(other.future).toEqual([]);
  const cleared = after([{ type: "clear" }], three);
  expect(ids(after([{ type: "undo" }], cleared))).toBe("abc");
});

test("what stands in the way is named at its place", () => {
  const wrong = after(
    [
      { type: "patch", id: "a", patch: { name: "select1", label: " " } },
      { type: "patch", id: "b", patch: { name: "1st", options: [] } },
      { type: "settings", patch: { component: "Form", folder: "../x", submit: "" } },
    ],
    three,
  );
  const keys = problemsOf(wrong.form).map(({ id, key }) => [id, key].join(" "));
  expect(keys).toEqual([" component", " folder", " submit", "a label", "b name", "b options"]);
  const clash = after([{ type: "patch", id: "a", patch: { name: "select1" } }], three);
  expect(problemsOf(clash.form).map(({ text }) => text)).toEqual([
    "字段名已被别的组件使用",
    "字段名已被别的组件使用",
  ]);
  for (const name of ["__proto__", "constructor", "a b", "a-b", "中文", "x".repeat(51), ""]) {
    const state = after([{ type: "patch", id: "a", patch: { name } }], three);
    expect([name, problemsOf(state.form).map(({ key }) => key)]).toEqual([name, ["name"]]);
  }
  const rule = { pattern: "(", message: "" };
  const bad = after([{ type: "patch", id: "a", patch: { rules: [rule], max: 0 } }], three);
  expect(problemsOf(bad.form).map(({ key }) => key)).toEqual(["rules.0", "rules.0", "max"]);
  const slider = after([
    { type: "add", kind: "slider", id: "s" },
    { type: "patch", id: "s", patch: { from: 5, to: 5 } },
  ]);
  expect(problemsOf(slider.form)).toMatchObject([{ key: "to" }]);
});

test("a form goes out and comes back the same", () => {
  const fields = KINDS.map(({ kind }) => newField(kind, []));
  const form = { ...EMPTY_FORM, layout: "horizontal" as const, fields };
  const read = readJsonForm(toJson(form));
  if ("errors" in read) throw new Error(read.errors.join());
  expect(read.form.fields.map(({ id: _id, ...field }) => field)).toEqual(
    fields.map(({ id: _id, ...field }) => field),
  );
  expect(new Set(read.form.fields.map(({ id }) => id)).size).toBe(fields.length);
  expect(toJson(form)).not.toContain('"id"');
});

test("what is no form is refused in words", () => {
  const errors = (given: unknown) => {
    const read = readForm(given);
    return "errors" in read ? read.errors : [];
  };
  expect(readJsonForm("{")).toEqual({ errors: ["内容不是正确的 JSON，请检查是否完整"] });
  for (const given of [null, 1, "x", [], {}, { fields: {} }]) {
    expect(errors(given)).toEqual(["内容不是表单：应为带有 fields 列表的 JSON 对象"]);
  }
  expect(
    errors({
      layout: "round",
      submit: 1,
      fields: [
        null,
        { kind: "script" },
        { kind: "constructor" },
        { kind: "input", label: "x".repeat(501), span: 25, isRequired: "yes" },
        { kind: "select", options: [1], max: "5" },
      ],
    }),
  ).toEqual([
    "表单的 layout 应为 vertical 或 horizontal",
    "第 1 个组件应为对象",
    "第 2 个组件的类型“script”不认识",
    "第 3 个组件的类型“constructor”不认识",
    "第 4 个组件的 span 应为 1 到 24 的整数",
    "第 4 个组件的 label 应为最多 500 个字符的文本",
    "第 4 个组件的 isRequired 应为 true 或 false",
    "第 5 个组件的 options 应为最多 200 项的列表",
    "另有 2 处错误",
  ]);
  const many = Array.from({ length: 201 }, () => ({ kind: "text" }));
  expect(errors({ fields: many })).toEqual(["最多 200 个组件，这里有 201 个"]);
});
