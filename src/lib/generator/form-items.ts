import { type Column, isNumber, type Model, maxOf } from "./model.ts";
import { array, type Doc, hard, indent, join, object } from "./print.ts";
import { numberOf, str } from "./words.ts";

/** What office.tsx takes from Ant Design and from the parts, filled while the form is written. */
export type OfficeUsed = { antd: Set<string>; parts: Map<string, Set<string>> };

export const take = (used: OfficeUsed, part: string, name: string): void => {
  const names = used.parts.get(part) ?? new Set();
  used.parts.set(part, names.add(name));
};

function element(name: string, attributes: readonly Doc[], children?: Doc): Doc {
  const head = join(" ", [`<${name}`, ...attributes]);
  if (children === undefined) return `${head} />`;
  return [`${head}>`, indent(hard, children), hard, `</${name}>`];
}

/** Labels hold nothing that an attribute could not (words.ts). */
const attribute = (name: string, value: string): string => `${name}="${value}"`;

function labelOf(column: Column, rule: string, used: OfficeUsed): Doc {
  if (!rule) return attribute("label", column.label);
  take(used, "form/crud-drawer", "Ruled");
  const ruled = element("Ruled", [attribute("label", column.label), attribute("rule", rule)]);
  return ["label={", ruled, "}"];
}

/** Text inputs let a little more in than the rule: the rule then says what is wrong. */
const roomFor = (max: number) => `maxLength={${max + 10}}`;

function control(column: Column, used: OfficeUsed): Doc {
  const { kind, dict, html, max, scale } = column;
  const antd = (name: string) => {
    used.antd.add(name.split(".")[0] ?? name);
    return name;
  };
  const plain = (name: string, ...attributes: string[]) => {
    take(used, "form/plain-fields", name);
    return element(name, attributes);
  };
  const dictPart = (name: string, ...attributes: string[]) => {
    take(used, "form/dict", name);
    return element(name, attributes);
  };
  if (kind === "boolean") return element(antd("Switch"), []);
  if (kind === "moment") return plain("MomentField");
  if (kind === "day") return plain("MomentField", "isDay");
  if (kind === "decimal") {
    return element(antd("InputNumber"), [...(scale > 0 ? [] : ["precision={0}"]), "stringMode"]);
  }
  if (isNumber(column)) {
    const top = kind === "integer" ? [`max={${numberOf(maxOf(column))}}`] : [];
    return element(antd("InputNumber"), ["min={0}", ...top, "precision={0}"]);
  }
  if (dict && html === "checkbox") return plain("DictChecks", `type=${str(dict.type)}`);
  if (dict && html === "radio") return dictPart("DictRadio", `type=${str(dict.type)}`);
  if (dict)
    return dictPart("DictSelect", `type=${str(dict.type)}`, attribute("label", column.label));
  if (html === "imageUpload") return plain("ImageField");
  if (html === "fileUpload") return plain("FileField");
  if (html === "editor") {
    take(used, "form/rich-text", "RichText");
    return element("RichText", [attribute("label", column.label)]);
  }
  if (html === "textarea") return element(antd("Input.TextArea"), ["rows={3}"]);
  return element(antd("Input"), [roomFor(max)]);
}

/** Written by hand: its length is worth a word beside it. */
export const isTyped = ({ kind, dict, html }: Column): boolean =>
  (kind === "text" || kind === "char") && !dict && (html === "input" || html === "textarea");

function ruleOf(column: Column, model: Model): string {
  if (column === model.order) return "从小到大排列";
  if (isTyped(column)) return `最多 ${column.max} 个字符`;
  if (column.kind === "decimal" && column.scale > 0) return `最多 ${column.scale} 位小数`;
  return "";
}

function rulesOf(column: Column, used: OfficeUsed): Doc[] {
  const name = str(column.label);
  if (isTyped(column) && column.isRequired) {
    take(used, "form/crud-drawer", "textRules");
    return [`rules={textRules(${name}, ${column.max})}`];
  }
  const rules: Doc[] = [
    ...(column.isRequired && column.kind !== "boolean"
      ? [object(["required: true", `message: ${str(`${column.label}不能为空`)}`])]
      : []),
    ...(isTyped(column)
      ? [
          object([
            `max: ${column.max}`,
            `message: ${str(`${column.label}长度不能超过${column.max}个字符`)}`,
          ]),
        ]
      : []),
  ];
  return rules.length > 0 ? [["rules={", array(rules), "}"]] : [];
}

/** One `Form.Item`. */
export function formItem(column: Column, model: Model, used: OfficeUsed): Doc {
  used.antd.add("Form");
  return element(
    "Form.Item",
    [
      attribute("name", column.property),
      labelOf(column, ruleOf(column, model), used),
      ...(column.kind === "boolean" ? ['valuePropName="checked"'] : []),
      ...rulesOf(column, used),
    ],
    control(column, used),
  );
}
