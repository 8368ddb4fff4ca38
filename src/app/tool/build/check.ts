import { EMPTY_FORM, type Field, type FormModel, factsOf, isKind, newField } from "./fields.ts";
import { MAX_FIELDS } from "./model.ts";

/** Names that are no key of values: they mean something to every object, or to the language. */
const RESERVED = new Set([
  "__proto__",
  "constructor",
  "prototype",
  "toString",
  "valueOf",
  "hasOwnProperty",
]);

const NAME = /^[A-Za-z_][A-Za-z\d_]{0,49}$/;
const COMPONENT = /^[A-Z][A-Za-z\d]{1,49}$/;
const FOLDER = /^[a-z][A-Za-z\d_-]{0,39}(\/[a-z][A-Za-z\d_-]{0,39}){0,4}$/;
const DICT = /^[a-z][a-z0-9_]{0,99}$/;

/** Names that the generated file uses itself. */
const TAKEN_COMPONENTS = new Set(
  `Form Row Col Input InputNumber Select Radio Checkbox Switch Rate Slider DatePicker TimePicker
  Divider Button Dayjs DictSelect DictRadio FileUpload ImageUpload RichText UploadedFile Partial
  Promise`.split(/\s+/),
);

export type Problem = {
  /** The field it is about; undefined: the form. */
  id: string | undefined;
  /** Property, to show it beside. */
  key: string;
  text: string;
};

export const isPattern = (source: string): boolean => {
  try {
    new RegExp(source, "u");
    return source !== "";
  } catch {
    return false;
  }
};

const isIn = (value: number, least: number, most: number) =>
  Number.isInteger(value) && value >= least && value <= most;

/** Faults that keep the form from being used; each has a place in the properties. */
export function problemsOf(form: FormModel): Problem[] {
  const problems: Problem[] = [];
  const say = (id: string | undefined, key: string, text: string | false | undefined) => {
    if (text) problems.push({ id, key, text });
  };
  const isComponent = COMPONENT.test(form.component) && !TAKEN_COMPONENTS.has(form.component);
  say(
    undefined,
    "component",
    !isComponent && "组件名以大写字母开头，只能是字母和数字，且不与已有组件重名",
  );
  say(
    undefined,
    "folder",
    !FOLDER.test(form.folder) && "目录为小写字母开头的英文，用 / 分隔，最多 5 级",
  );
  say(undefined, "submit", form.submit.trim() === "" && "请填写提交按钮的文字");
  for (const field of form.fields) fieldProblems(field, form.fields, say);
  return problems;
}

function fieldProblems(
  field: Field,
  all: readonly Field[],
  say: (id: string, key: string, text: string | false | undefined) => void,
): void {
  const { id, name, from, to, max } = field;
  const facts = factsOf(field.kind);
  if (!facts.isDecoration) {
    const isTaken = all.some((other) => other.id !== id && other.name === name);
    if (!NAME.test(name)) say(id, "name", "字段名以字母开头，只能是字母、数字、下划线，最多 50 个");
    else if (RESERVED.has(name)) say(id, "name", "这个名字有特殊含义，请换一个");
    else if (isTaken) say(id, "name", "字段名已被别的组件使用");
  }
  const needsLabel = field.kind !== "divider";
  say(id, "label", needsLabel && field.label.trim() === "" && "请填写标签");
  if (facts.hasDict && field.dict !== "") {
    say(id, "dict", !DICT.test(field.dict) && "字典类型为小写字母、数字、下划线");
  } else if (facts.hasOptions) {
    const values = field.options.map(({ value }) => value);
    say(id, "options", field.options.length === 0 && "至少要有一个选项");
    say(id, "options", values.some((value) => value === "") && "选项的值不能为空");
    say(id, "options", new Set(values).size < values.length && "选项的值不能重复");
  }
  field.rules.forEach(({ pattern, message }, index) => {
    say(id, `rules.${index}`, !isPattern(pattern) && "不是正确的正则表达式");
    say(id, `rules.${index}`, message.trim() === "" && "请填写不符合时的提示");
  });
  if (facts.hasBounds && from !== undefined && to !== undefined && from >= to) {
    say(id, "to", "最大值应大于最小值");
  }
  if (facts.max && max !== undefined && !isIn(max, facts.max.least, facts.max.most)) {
    say(id, "max", `应为 ${facts.max.least} 到 ${facts.max.most} 的整数`);
  }
}

type Plain = Record<string, unknown>;

const isPlain = (value: unknown): value is Plain =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Longest text of a form, and most entries of one list. */
const MAX_TEXT = 500;
const MAX_ENTRIES = 200;
const MAX_ERRORS = 8;

/** Reads a pasted text or a draft: a whole form, or the reason why it is none. */
export function readForm(given: unknown): { form: FormModel } | { errors: string[] } {
  const errors: string[] = [];
  const text = (owner: Plain, key: string, place: string, fallback: string): string => {
    const value = owner[key];
    if (value === undefined) return fallback;
    if (typeof value === "string" && value.length <= MAX_TEXT) return value;
    errors.push(`${place}的 ${key} 应为最多 ${MAX_TEXT} 个字符的文本`);
    return fallback;
  };
  const flag = (owner: Plain, key: string, place: string, fallback: boolean): boolean => {
    const value = owner[key];
    if (value === undefined) return fallback;
    if (typeof value === "boolean") return value;
    errors.push(`${place}的 ${key} 应为 true 或 false`);
    return fallback;
  };
  const number = (owner: Plain, key: string, place: string): number | undefined => {
    const value = owner[key];
    if (value === undefined || value === null) return undefined;
    if (typeof value === "number" && Number.isFinite(value)) return value;
    errors.push(`${place}的 ${key} 应为数字`);
    return undefined;
  };
  const list = (owner: Plain, key: string, place: string): Plain[] => {
    const value = owner[key];
    if (value === undefined) return [];
    if (Array.isArray(value) && value.length <= MAX_ENTRIES && value.every(isPlain)) return value;
    errors.push(`${place}的 ${key} 应为最多 ${MAX_ENTRIES} 项的列表`);
    return [];
  };

  const fields: Field[] = [];
  const readField = (raw: unknown, index: number) => {
    const place = `第 ${index + 1} 个组件`;
    if (!isPlain(raw)) errors.push(`${place}应为对象`);
    else if (!isKind(raw.kind)) errors.push(`${place}的类型“${clipped(raw.kind)}”不认识`);
    else {
      const plain = newField(raw.kind, fields);
      const span = number(raw, "span", place) ?? 24;
      if (!isIn(span, 1, 24)) errors.push(`${place}的 span 应为 1 到 24 的整数`);
      fields.push({
        ...plain,
        name: text(raw, "name", place, plain.name),
        label: text(raw, "label", place, ""),
        placeholder: text(raw, "placeholder", place, ""),
        help: text(raw, "help", place, ""),
        span,
        isRequired: flag(raw, "isRequired", place, false),
        rules: list(raw, "rules", place).map((rule) => ({
          pattern: text(rule, "pattern", place, ""),
          message: text(rule, "message", place, ""),
        })),
        options: list(raw, "options", place).map((option) => ({
          label: text(option, "label", place, ""),
          value: text(option, "value", place, ""),
        })),
        dict: text(raw, "dict", place, ""),
        isMultiple: flag(raw, "isMultiple", place, false),
        max: number(raw, "max", place),
        from: number(raw, "from", place),
        to: number(raw, "to", place),
      });
    }
  };

  if (!isPlain(given) || !Array.isArray(given.fields)) {
    return { errors: ["内容不是表单：应为带有 fields 列表的 JSON 对象"] };
  }
  if (given.fields.length > MAX_FIELDS) {
    return { errors: [`最多 ${MAX_FIELDS} 个组件，这里有 ${given.fields.length} 个`] };
  }
  if (given.layout !== undefined && given.layout !== "vertical" && given.layout !== "horizontal") {
    errors.push("表单的 layout 应为 vertical 或 horizontal");
  }
  given.fields.forEach(readField);
  const form: FormModel = {
    component: text(given, "component", "表单", EMPTY_FORM.component),
    folder: text(given, "folder", "表单", EMPTY_FORM.folder),
    layout: given.layout === "horizontal" ? "horizontal" : "vertical",
    submit: text(given, "submit", "表单", EMPTY_FORM.submit),
    hasReset: flag(given, "hasReset", "表单", EMPTY_FORM.hasReset),
    fields,
  };
  if (errors.length === 0) return { form };
  const more = errors.length - MAX_ERRORS;
  return {
    errors: more > 0 ? [...errors.slice(0, MAX_ERRORS), `另有 ${more} 处错误`] : errors,
  };
}

const clipped = (value: unknown) => String(value).slice(0, 30);

/** Reads an import. */
export function readJsonForm(text: string): ReturnType<typeof readForm> {
  try {
    return readForm(JSON.parse(text));
  } catch {
    return { errors: ["内容不是正确的 JSON，请检查是否完整"] };
  }
}

/** The form as it is exported: ids are made when it is read. */
export const toJson = (form: FormModel): string =>
  `${JSON.stringify({ ...form, fields: form.fields.map(({ id: _id, ...field }) => field) }, null, 2)}\n`;
