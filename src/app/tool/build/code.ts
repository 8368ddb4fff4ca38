import { indent } from "#src/lib/generator/print.ts";
import { type Field, type FormModel, factsOf } from "./fields.ts";
import { type Attribute, type Code, child, element, list, literal, object } from "./print.ts";

/** Sentence that stands with a missing value, by what one does with the field. */
export const requiredText = ({ kind, label }: Pick<Field, "kind" | "label">): string =>
  `${factsOf(kind).group === "输入" || kind === "richText" ? "请输入" : "请选择"}${label}`;

export const tooLongText = ({ label, max }: Pick<Field, "label" | "max">): string =>
  `${label}长度不能超过${max}个字符`;

const code = (text: string): Code => ({ code: text });

const VALUE_TYPES: Readonly<Partial<Record<Field["kind"], string>>> = {
  number: "number | null",
  checkbox: "string[]",
  switch: "boolean",
  rate: "number",
  slider: "number",
  date: "Dayjs | null",
  dateRange: "[Dayjs, Dayjs] | null",
  time: "Dayjs | null",
  file: "UploadedFile[]",
  image: "UploadedFile[]",
};

const typeOf = (field: Field): string =>
  field.kind === "select" && field.isMultiple && field.dict === ""
    ? "string[]"
    : (VALUE_TYPES[field.kind] ?? "string");

/** A number as the language writes it, negative ones and fractions among them. */
const numberCode = (value: number): Code => code(String(value));

function rulesOf(field: Field): Code | undefined {
  const rules: string[] = [];
  if (field.isRequired) {
    const isText = typeOf(field) === "string" && factsOf(field.kind).hasPatterns === true;
    rules.push(
      object([
        ["required", "true"],
        ...(isText ? [["whitespace", "true"] as const] : []),
        ["message", literal(requiredText(field))],
      ]),
    );
  }
  if (factsOf(field.kind).hasPatterns && field.max !== undefined) {
    rules.push(
      object([
        ["max", String(field.max)],
        ["message", literal(tooLongText(field))],
      ]),
    );
  }
  for (const { pattern, message } of factsOf(field.kind).hasPatterns ? field.rules : []) {
    rules.push(
      object([
        // A RegExp prints itself as a literal that nothing can break out of.
        ["pattern", String(new RegExp(pattern, "u"))],
        ["message", literal(message)],
      ]),
    );
  }
  return rules.length > 0 ? code(list(rules)) : undefined;
}

const optionsName = (name: string) => `${name.replace(/[A-Z]/g, "_$&").toUpperCase()}_OPTIONS`;

const hasOptions = (field: Field) =>
  factsOf(field.kind).hasOptions === true && !(factsOf(field.kind).hasDict && field.dict !== "");

/** The control of a field: its tag and attributes. */
function controlOf(field: Field): [tag: string, attributes: Attribute[]] {
  const { kind, placeholder, max, from, to, dict, label, name } = field;
  const hint: Attribute[] = placeholder ? [["placeholder", placeholder]] : [];
  const bounds: Attribute[] = [
    ...(from === undefined ? [] : [["min", numberCode(from)] as const]),
    ...(to === undefined ? [] : [["max", numberCode(to)] as const]),
  ];
  const options: Attribute = ["options", code(optionsName(name))];
  const wide: Attribute = ["style", code(object([["width", '"100%"']]))];
  const files: Attribute[] =
    max === undefined ? [] : [["rules", code(object([["maxFiles", String(max)]]))]];
  switch (kind) {
    case "input":
      return ["Input", [["allowClear", true], ...hint]];
    case "textarea":
      return ["Input.TextArea", [["rows", code("4")], ...hint]];
    case "number":
      return ["InputNumber", [wide, ...hint, ...bounds]];
    case "select": {
      if (dict !== "")
        return [
          "DictSelect",
          [
            ["type", dict],
            ["label", label],
          ],
        ];
      const mode: Attribute[] = field.isMultiple ? [["mode", "multiple"]] : [];
      return ["Select", [["allowClear", true], ...mode, ...hint, options]];
    }
    case "radio":
      return dict === "" ? ["Radio.Group", [options]] : ["DictRadio", [["type", dict]]];
    case "checkbox":
      return ["Checkbox.Group", [options]];
    case "switch":
      return ["Switch", []];
    case "rate":
      return ["Rate", max === undefined ? [] : [["count", numberCode(max)]]];
    case "slider":
      return ["Slider", [["ariaLabelForHandle", label], ...bounds]];
    case "date":
      return ["DatePicker", [wide, ...hint]];
    case "dateRange":
      return ["DatePicker.RangePicker", [wide]];
    case "time":
      return ["TimePicker", [wide, ...hint]];
    case "file":
      return ["FileUpload", files];
    case "image":
      return ["ImageUpload", files];
    case "richText":
      return ["RichText", [["label", label], ...hint]];
    case "title":
    case "text":
    case "divider":
      throw new Error(`${kind} has no control`);
  }
}

function contentOf(field: Field): string {
  const { kind, label, name, help } = field;
  if (kind === "title") return element("h3", [], child(label));
  if (kind === "text") return element("p", [["className", "o-note"]], child(label));
  if (kind === "divider") {
    return label === ""
      ? element("Divider", [])
      : element("Divider", [["titlePlacement", "start"]], child(label));
  }
  const rules = rulesOf(field);
  const attributes: Attribute[] = [
    ["name", name],
    ["label", label],
    ...(kind === "switch" ? [["valuePropName", "checked"] as const] : []),
    ...(help ? [["extra", help] as const] : []),
    ...(rules ? [["rules", rules] as const] : []),
  ];
  const [tag, control] = controlOf(field);
  return element("Form.Item", attributes, element(tag, control));
}

const OFFICE_PARTS: Readonly<Record<string, string>> = {
  DictSelect: "form/dict",
  DictRadio: "form/dict",
  FileUpload: "upload/file-upload",
  ImageUpload: "upload/image-upload",
  RichText: "form/rich-text",
};

/** Import lines; the formatter sorts them. */
function importsOf(form: FormModel): string[] {
  const isValue = (field: Field) => !factsOf(field.kind).isDecoration;
  const tags = form.fields.filter(isValue).map((field) => controlOf(field)[0].split(".")[0] ?? "");
  const types = form.fields.filter(isValue).map(typeOf).join(" ");
  const hasDivider = form.fields.some(({ kind }) => kind === "divider");
  const grid = form.fields.length > 0 ? ["Col", "Row"] : [];
  const own = tags.filter((tag) => !OFFICE_PARTS[tag]);
  const antd = new Set(["Button", "Form", ...grid, ...own]);
  if (hasDivider) antd.add("Divider");
  const office = new Map<string, Set<string>>();
  const take = (name: string, file: string) =>
    office.set(file, new Set([...(office.get(file) ?? []), name]));
  for (const tag of tags) {
    const file = OFFICE_PARTS[tag];
    if (file) take(tag, `${file}.tsx`);
  }
  const names = (set: Iterable<string>) => [...set].sort().join(", ");
  const lines = [
    `import { ${names(antd)} } from "antd";`,
    ...(types.includes("Dayjs") ? ['import type { Dayjs } from "dayjs";'] : []),
    ...[...office]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([file, set]) => `import { ${names(set)} } from "#src/office/${file}";`),
  ];
  if (types.includes("UploadedFile")) {
    lines.push('import type { UploadedFile } from "#src/office/upload/use-uploads.ts";');
  }
  return lines;
}

/**
 * A component of this project with the form: labels, rules and controls as in the office's drawers. It
 * passes the compiler and, once the formatter has shaped it, the linter; texts of the form are literals
 * wherever they stand. The form must have no problems (check.ts).
 */
export function toCode(form: FormModel): string {
  const { component, fields } = form;
  const valued = fields.filter(({ kind }) => !factsOf(kind).isDecoration);
  const type = `${component}Values`;
  const constants = valued.filter(hasOptions).map((field) => {
    const items = field.options.map(({ label, value }) =>
      object([
        ["value", literal(value)],
        ["label", literal(label)],
      ]),
    );
    return `const ${optionsName(field.name)} = ${list(items)};`;
  });
  const values =
    valued.length === 0
      ? [`export type ${type} = Record<string, never>;`]
      : [
          `export type ${type} = {`,
          ...valued.map(
            (field) => `  ${field.name}${field.isRequired ? "" : "?"}: ${typeOf(field)};`,
          ),
          "};",
        ];
  const columns = fields.map((field) => element("Col", columnOf(field.span), contentOf(field)));
  const buttons = [
    ...(form.hasReset ? [element("Button", [["htmlType", "reset"]], "重置")] : []),
    element(
      "Button",
      [
        ["type", "primary"],
        ["htmlType", "submit"],
      ],
      child(form.submit),
    ),
  ];
  const body = element(
    `Form<${type}>`,
    [
      ["layout", form.layout],
      ["className", "cr-form"],
      ["requiredMark", code("false")],
      ["scrollToFirstError", code(object([["focus", "true"]]))],
      ...(form.layout === "horizontal"
        ? [["labelCol", code(object([["flex", '"120px"']]))] as const]
        : []),
      ["initialValues", code("initial")],
      ["onFinish", code("(values) => void save(values)")],
    ],
    [
      ...(columns.length > 0 ? [element("Row", [["gutter", code("16")]], columns.join("\n"))] : []),
      element("div", [["className", "cr-foot"]], buttons.join("\n")),
    ].join("\n"),
  );
  return `${[
    ...importsOf(form),
    "",
    ...constants.flatMap((constant) => [constant, ""]),
    ...values,
    "",
    `export function ${component}({`,
    "  initial,",
    "  save,",
    "}: {",
    `  initial: Partial<${type}>;`,
    `  save: (values: ${type}) => Promise<void>;`,
    "}) {",
    indent(indent(`  return (\n${body}`)),
    "  );",
    "}",
  ].join("\n")}\n`;
}

/** Full width on a phone, any width on a desktop. */
const columnOf = (span: number): Attribute[] =>
  span === 24
    ? [["span", code("24")]]
    : [
        ["xs", code("24")],
        ["lg", code(String(span))],
      ];
