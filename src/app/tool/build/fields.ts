/** Components of the form. Keys are kept in drafts and exports: they never change. */
export type FieldKind =
  | "input"
  | "textarea"
  | "number"
  | "select"
  | "radio"
  | "checkbox"
  | "switch"
  | "date"
  | "dateRange"
  | "time"
  | "rate"
  | "slider"
  | "file"
  | "image"
  | "richText"
  | "title"
  | "text"
  | "divider";

type Option = { label: string; value: string };

/** A pattern that a text must match, with its error text. */
type Rule = { pattern: string; message: string };

export type Field = {
  /** Tells it from the others while it is edited; no part of the code. */
  id: string;
  kind: FieldKind;
  /** Key of the values; empty for a component without one. */
  name: string;
  label: string;
  placeholder: string;
  help: string;
  /** Columns of 24. */
  span: number;
  isRequired: boolean;
  rules: Rule[];
  options: Option[];
  /** Type of the dictionary that gives the choices in place of `options`; empty: none. */
  dict: string;
  isMultiple: boolean;
  /** Characters of a text, files of an upload, stars of a rating; undefined: no limit of its own. */
  max: number | undefined;
  /** Bounds of a number. */
  from: number | undefined;
  to: number | undefined;
};

export type FormModel = {
  /** Name of the component and of its type. */
  component: string;
  /** Folder below src/app that the file is for. */
  folder: string;
  layout: "vertical" | "horizontal";
  submit: string;
  hasReset: boolean;
  fields: Field[];
};

export type KindFacts = {
  kind: FieldKind;
  title: string;
  group: "输入" | "选择" | "日期与时间" | "上传与正文" | "版面";
  /** Holds no value. */
  isDecoration?: true;
  hasPlaceholder?: true;
  hasOptions?: true;
  hasDict?: true;
  hasPatterns?: true;
  hasBounds?: true;
  /** The unit of `max`. */
  max?: { label: string; least: number; most: number; initial?: number };
};

/** The palette, in its order. */
export const KINDS: readonly KindFacts[] = [
  {
    kind: "input",
    title: "单行文本",
    group: "输入",
    hasPlaceholder: true,
    hasPatterns: true,
    max: { label: "最多字符数", least: 1, most: 10_000 },
  },
  {
    kind: "textarea",
    title: "多行文本",
    group: "输入",
    hasPlaceholder: true,
    hasPatterns: true,
    max: { label: "最多字符数", least: 1, most: 10_000 },
  },
  { kind: "number", title: "数字", group: "输入", hasPlaceholder: true, hasBounds: true },
  {
    kind: "select",
    title: "下拉选择",
    group: "选择",
    hasPlaceholder: true,
    hasOptions: true,
    hasDict: true,
  },
  { kind: "radio", title: "单选", group: "选择", hasOptions: true, hasDict: true },
  { kind: "checkbox", title: "多选", group: "选择", hasOptions: true },
  { kind: "switch", title: "开关", group: "选择" },
  {
    kind: "rate",
    title: "评分",
    group: "选择",
    max: { label: "最高分", least: 1, most: 10, initial: 5 },
  },
  { kind: "slider", title: "滑块", group: "选择", hasBounds: true },
  { kind: "date", title: "日期", group: "日期与时间", hasPlaceholder: true },
  { kind: "dateRange", title: "日期范围", group: "日期与时间" },
  { kind: "time", title: "时间", group: "日期与时间", hasPlaceholder: true },
  {
    kind: "file",
    title: "附件上传",
    group: "上传与正文",
    max: { label: "最多文件数", least: 1, most: 20, initial: 5 },
  },
  {
    kind: "image",
    title: "图片上传",
    group: "上传与正文",
    max: { label: "最多图片数", least: 1, most: 20, initial: 5 },
  },
  { kind: "richText", title: "富文本", group: "上传与正文", hasPlaceholder: true },
  { kind: "title", title: "小标题", group: "版面", isDecoration: true },
  { kind: "text", title: "说明文字", group: "版面", isDecoration: true },
  { kind: "divider", title: "分割线", group: "版面", isDecoration: true },
];

const byKind = new Map(KINDS.map((facts) => [facts.kind, facts]));

export const isKind = (value: unknown): value is FieldKind => byKind.has(value as FieldKind);

export function factsOf(kind: FieldKind): KindFacts {
  const facts = byKind.get(kind);
  if (!facts) throw new Error(`no such component: ${kind}`);
  return facts;
}

export const EMPTY_FORM: FormModel = {
  component: "SampleForm",
  folder: "system/sample",
  layout: "vertical",
  submit: "保存",
  hasReset: true,
  fields: [],
};

const randomId = () => Math.random().toString(36).slice(2, 10);

/** A name that no field of the form has yet: `input1`, `input2`. */
function freeName(stem: string, fields: readonly Field[]): string {
  const taken = new Set(fields.map(({ name }) => name));
  for (let number = 1; ; number++) {
    const name = `${stem}${number}`;
    if (!taken.has(name)) return name;
  }
}

/** A new component with its usual settings. */
export function newField(kind: FieldKind, fields: readonly Field[], id = randomId()): Field {
  const facts = factsOf(kind);
  const verb = facts.group === "输入" || kind === "richText" ? "请输入" : "请选择";
  return {
    id,
    kind,
    name: facts.isDecoration ? "" : freeName(kind, fields),
    label: facts.title,
    placeholder: facts.hasPlaceholder ? verb : "",
    help: "",
    span: 24,
    isRequired: false,
    rules: [],
    options: facts.hasOptions
      ? [
          { label: "选项一", value: "1" },
          { label: "选项二", value: "2" },
        ]
      : [],
    dict: "",
    isMultiple: false,
    max: facts.max?.initial,
    from: kind === "slider" ? 0 : undefined,
    to: kind === "slider" ? 100 : undefined,
  };
}

/** The same component again, under a name of its own. */
export const copyOf = (field: Field, fields: readonly Field[], id = randomId()): Field => ({
  ...field,
  id,
  name: field.name === "" ? "" : freeName(field.name.replace(/\d+$/, ""), fields),
});
