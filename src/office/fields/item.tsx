import { Checkbox, Form, Input, InputNumber, Radio, Select } from "antd";
import type { Rule } from "antd/es/form";
import type { ReactElement, ReactNode } from "react";
import { addressProblem, MAX_ADDRESS, webProblem } from "../../lib/address/site-address.ts";
import { type FieldFact, type FieldFacts, ruleOf } from "../../lib/fields/facts.ts";
import { checkMoney } from "../../lib/text/money.ts";
import { Ruled } from "../form/crud-drawer.tsx";
import { DictRadio } from "../form/dict.tsx";
import { PictureField } from "../form/picture-field.tsx";
import { MomentField } from "../form/plain-fields.tsx";
import { RichText } from "../form/rich-text.tsx";
import "../form/desk-parts.css";

/** Longer texts are written in several lines. */
const ONE_LINE = 200;
/** More choices than these are in a list that opens. */
const BESIDE = 10;
/** What is typed beyond the bound is seen, and told. */
const BEYOND = 10;

/** What is wrong with a value, by the server's own texts. */
function rulesOf(fact: FieldFact): Rule[] {
  const { label, missing = `${label}不能为空` } = fact;
  const rules: Rule[] = [];
  if (fact.isRequired) {
    // A rule with `whitespace` is one for texts: it would refuse a number.
    const whitespace = fact.kind === "text" ? { whitespace: true } : {};
    rules.push({ required: true, message: missing, ...whitespace });
  }
  const max = fact.kind === "address" ? MAX_ADDRESS : fact.kind === "text" ? fact.max : undefined;
  const tooLong = fact.kind === "text" ? fact.tooLong : undefined;
  if (max !== undefined) {
    rules.push({ max, message: tooLong ?? `${label}长度不能超过${max}个字符` });
  }
  if (fact.kind === "text" && fact.pattern && fact.wrong) {
    rules.push({ pattern: fact.pattern, message: fact.wrong });
  }
  if (fact.kind === "money") {
    rules.push({
      validator: async (_rule, value: string | undefined) => {
        const plain = String(value ?? "").trim();
        const wrong = plain === "" ? undefined : checkMoney(plain, { min: 0 });
        if (wrong) throw new Error(wrong);
      },
    });
  }
  if (fact.kind === "address") {
    const problem = fact.isWeb ? webProblem : addressProblem;
    rules.push({
      validator: async (_rule, value: string | undefined) => {
        const plain = (value ?? "").trim();
        const wrong = plain === "" ? undefined : problem(label, plain);
        if (wrong) throw new Error(wrong);
      },
    });
  }
  return rules;
}

/** The input of a field's kind. */
function inputOf(fact: FieldFact): ReactElement {
  switch (fact.kind) {
    case "text":
      return fact.max > ONE_LINE ? (
        <Input.TextArea rows={3} />
      ) : (
        <Input maxLength={fact.max + BEYOND} />
      );
    case "address":
      return <Input inputMode="url" className="cr-code" />;
    case "whole":
      return <InputNumber min={fact.min ?? 0} max={fact.max ?? 999_999} precision={0} />;
    case "money":
      return <Input className="cr-money" inputMode="decimal" maxLength={20} suffix="元" />;
    case "choice": {
      if (fact.dict) return <DictRadio type={fact.dict} />;
      const options = fact.values.map((value) => ({ value, label: fact.words?.[value] ?? value }));
      return options.length > BESIDE ? (
        <Select showSearch={{ optionFilterProp: "label" }} options={options} />
      ) : (
        <Radio.Group options={options} />
      );
    }
    case "flag":
      return <Checkbox>{fact.label}</Checkbox>;
    case "picture":
      return <PictureField label={fact.label} />;
    case "moment":
      return <MomentField />;
    case "html":
      return <RichText label={fact.label} />;
    default:
      throw new Error(`${fact.label}: this kind has no input of its own`);
  }
}

/**
 * The form item of a field (fields.ts of the slice): label with its rule, what is wrong by the server's
 * own texts, the input of the kind. `children` stand in place of that input, `label` and `rule` in
 * place of what the facts say.
 */
export function FieldItem<F extends FieldFacts>({
  of,
  name,
  children,
  extra,
  ...said
}: {
  of: F;
  name: keyof F & string;
  label?: string;
  rule?: string;
  /** Stands below the input. */
  extra?: ReactNode;
  children?: ReactElement;
}) {
  const fact: FieldFact | undefined = of[name];
  if (!fact) return null;
  const isFlag = fact.kind === "flag";
  const label = said.label ?? (isFlag ? undefined : fact.label);
  const rule = said.rule ?? ruleOf(fact);
  return (
    <Form.Item<Record<string, unknown>>
      name={name as string}
      {...(isFlag ? { valuePropName: "checked" } : {})}
      label={label && rule ? <Ruled label={label} rule={rule} /> : label}
      rules={rulesOf(fact)}
      // A box says its rule below itself: its label stands beside it.
      extra={extra ?? (isFlag && rule ? rule : undefined)}
    >
      {children ?? inputOf(fact)}
    </Form.Item>
  );
}
