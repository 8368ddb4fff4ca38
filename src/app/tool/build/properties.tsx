import { DeleteOutlined, PlusOutlined } from "@ant-design/icons";
import { Button, Input, InputNumber, Segmented, Select, Switch } from "antd";
import { type Dispatch, type ReactNode, useId } from "react";
import type { Problem } from "./check.ts";
import { type Field, type FormModel, factsOf } from "./fields.ts";
import type { Action } from "./model.ts";

const SPANS = [
  [24, "整行"],
  [12, "半行"],
  [8, "三分之一"],
  [6, "四分之一"],
] as const;

/** Ready patterns of an input, in our own words. */
const PATTERNS = [
  { label: "手机号", pattern: "^1\\d{10}$", message: "请输入正确的手机号" },
  { label: "邮箱", pattern: "^[^\\s@]+@[^\\s@]+\\.[^\\s@]+$", message: "请输入正确的邮箱" },
  { label: "网址", pattern: "^https?://\\S+$", message: "请输入 http:// 或 https:// 开头的网址" },
  { label: "只限数字", pattern: "^\\d+$", message: "只能输入数字" },
];

/** Properties of the chosen component. */
export function FieldProperties({
  field,
  problems,
  dispatch,
}: {
  field: Field;
  problems: readonly Problem[];
  dispatch: Dispatch<Action>;
}) {
  const facts = factsOf(field.kind);
  const set = (patch: Partial<Omit<Field, "id" | "kind">>) =>
    dispatch({ type: "patch", id: field.id, patch });
  const problem = (key: string) =>
    problems.find((each) => each.id === field.id && each.key === key)?.text;
  const isText = facts.hasPatterns === true;
  const number = (key: "max" | "from" | "to", label: string) => (
    <Property label={label} problem={problem(key)}>
      {(props) => (
        <InputNumber
          {...props}
          style={{ width: "100%" }}
          placeholder="不限"
          value={field[key] ?? null}
          onChange={(value) => set({ [key]: value ?? undefined })}
        />
      )}
    </Property>
  );
  return (
    <div className="fb-properties">
      <Property label={facts.isDecoration ? "文字" : "标签"} problem={problem("label")}>
        {(props) => (
          <Input
            {...props}
            data-first=""
            maxLength={500}
            value={field.label}
            onChange={(event) => set({ label: event.target.value })}
          />
        )}
      </Property>
      {!facts.isDecoration && (
        <Property label="字段名" problem={problem("name")}>
          {(props) => (
            <Input
              {...props}
              maxLength={60}
              spellCheck={false}
              value={field.name}
              onChange={(event) => set({ name: event.target.value.trim() })}
            />
          )}
        </Property>
      )}
      {facts.hasPlaceholder && (
        <Property label="占位提示" problem={undefined}>
          {(props) => (
            <Input
              {...props}
              maxLength={500}
              value={field.placeholder}
              onChange={(event) => set({ placeholder: event.target.value })}
            />
          )}
        </Property>
      )}
      {!facts.isDecoration && (
        <Property label="填写说明" problem={undefined}>
          {(props) => (
            <Input
              {...props}
              maxLength={500}
              value={field.help}
              onChange={(event) => set({ help: event.target.value })}
            />
          )}
        </Property>
      )}
      <Property label="宽度" problem={undefined}>
        {(props) => (
          <Select
            {...props}
            value={field.span}
            options={SPANS.map(([value, label]) => ({ value, label }))}
            onChange={(span) => set({ span })}
          />
        )}
      </Property>
      {!facts.isDecoration && (
        <Toggle
          label="必填"
          isOn={field.isRequired}
          onChange={(isRequired) => set({ isRequired })}
        />
      )}
      {field.kind === "select" && field.dict === "" && (
        <Toggle
          label="可选多项"
          isOn={field.isMultiple}
          onChange={(isMultiple) => set({ isMultiple })}
        />
      )}
      {facts.max && number("max", facts.max.label)}
      {facts.hasBounds && number("from", "最小值")}
      {facts.hasBounds && number("to", "最大值")}
      {facts.hasDict && (
        <Property label="字典类型" problem={problem("dict")}>
          {(props) => (
            <Input
              {...props}
              maxLength={100}
              spellCheck={false}
              placeholder="例如 sys_user_sex；留空则用下面的选项"
              value={field.dict}
              onChange={(event) => set({ dict: event.target.value.trim() })}
            />
          )}
        </Property>
      )}
      {facts.hasOptions && field.dict === "" && (
        <Options
          field={field}
          problem={problem("options")}
          onChange={(options) => set({ options })}
        />
      )}
      {isText && <Rules field={field} problem={problem} onChange={(rules) => set({ rules })} />}
    </div>
  );
}

function Options({
  field,
  problem,
  onChange,
}: {
  field: Field;
  problem: string | undefined;
  onChange: (options: Field["options"]) => void;
}) {
  const { options } = field;
  const patch = (index: number, part: Partial<Field["options"][number]>) =>
    onChange(options.map((each, at) => (at === index ? { ...each, ...part } : each)));
  return (
    <fieldset className="fb-list">
      <legend>选项</legend>
      {options.map((option, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an option is its place; its texts change while one types
        <div key={index} className="fb-pair">
          <Input
            aria-label={`第 ${index + 1} 个选项的文字`}
            placeholder="文字"
            maxLength={500}
            value={option.label}
            onChange={(event) => patch(index, { label: event.target.value })}
          />
          <Input
            aria-label={`第 ${index + 1} 个选项的值`}
            placeholder="值"
            maxLength={500}
            value={option.value}
            onChange={(event) => patch(index, { value: event.target.value })}
          />
          <Button
            icon={<DeleteOutlined aria-hidden />}
            aria-label={`删除第 ${index + 1} 个选项`}
            onClick={() => onChange(options.toSpliced(index, 1))}
          />
        </div>
      ))}
      {problem && <p className="o-problem">{problem}</p>}
      <Button
        size="small"
        icon={<PlusOutlined aria-hidden />}
        onClick={() =>
          onChange([
            ...options,
            { label: `选项${options.length + 1}`, value: String(options.length + 1) },
          ])
        }
      >
        添加选项
      </Button>
    </fieldset>
  );
}

function Rules({
  field,
  problem,
  onChange,
}: {
  field: Field;
  problem: (key: string) => string | undefined;
  onChange: (rules: Field["rules"]) => void;
}) {
  const { rules } = field;
  const patch = (index: number, part: Partial<Field["rules"][number]>) =>
    onChange(rules.map((each, at) => (at === index ? { ...each, ...part } : each)));
  return (
    <fieldset className="fb-list">
      <legend>校验规则</legend>
      {rules.map((rule, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a rule is its place; its texts change while one types
        <div key={index} className="fb-rule">
          <Input
            aria-label={`第 ${index + 1} 条规则的正则表达式`}
            placeholder="正则表达式"
            maxLength={500}
            spellCheck={false}
            value={rule.pattern}
            onChange={(event) => patch(index, { pattern: event.target.value })}
          />
          <Input
            aria-label={`第 ${index + 1} 条规则的提示`}
            placeholder="不符合时的提示"
            maxLength={500}
            value={rule.message}
            onChange={(event) => patch(index, { message: event.target.value })}
          />
          <Button
            icon={<DeleteOutlined aria-hidden />}
            aria-label={`删除第 ${index + 1} 条规则`}
            onClick={() => onChange(rules.toSpliced(index, 1))}
          />
          {problem(`rules.${index}`) && <p className="o-problem">{problem(`rules.${index}`)}</p>}
        </div>
      ))}
      <Select
        aria-label="添加规则"
        placeholder="添加规则…"
        value={null}
        options={[
          ...PATTERNS.map(({ label }, index) => ({ value: index, label })),
          { value: -1, label: "自己写" },
        ]}
        onChange={(index: number) => {
          const ready = PATTERNS[index];
          onChange([
            ...rules,
            { pattern: ready?.pattern ?? "", message: ready?.message ?? "格式不正确" },
          ]);
        }}
      />
    </fieldset>
  );
}

/** Properties of the form itself. */
export function FormProperties({
  form,
  problems,
  dispatch,
}: {
  form: FormModel;
  problems: readonly Problem[];
  dispatch: Dispatch<Action>;
}) {
  const set = (patch: Partial<Omit<FormModel, "fields">>) => dispatch({ type: "settings", patch });
  const problem = (key: string) =>
    problems.find((each) => each.id === undefined && each.key === key)?.text;
  const texts = [
    ["component", "组件名"],
    ["folder", "所在目录（src/app 下）"],
    ["submit", "提交按钮"],
  ] as const;
  return (
    <div className="fb-properties">
      {texts.map(([key, label]) => (
        <Property key={key} label={label} problem={problem(key)}>
          {(props) => (
            <Input
              {...props}
              maxLength={100}
              spellCheck={false}
              value={form[key]}
              onChange={(event) => set({ [key]: event.target.value })}
            />
          )}
        </Property>
      ))}
      <Property label="标签位置" problem={undefined}>
        {() => (
          <Segmented<FormModel["layout"]>
            aria-label="标签位置"
            value={form.layout}
            options={[
              { value: "vertical", label: "上方" },
              { value: "horizontal", label: "左侧" },
            ]}
            onChange={(layout) => set({ layout })}
          />
        )}
      </Property>
      <Toggle label="重置按钮" isOn={form.hasReset} onChange={(hasReset) => set({ hasReset })} />
    </div>
  );
}

type Props = { id: string; status?: "error"; "aria-describedby"?: string };

function Property({
  label,
  problem,
  children,
}: {
  label: string;
  problem: string | undefined;
  children: (props: Props) => ReactNode;
}) {
  const id = useId();
  return (
    <div className="fb-property">
      <label htmlFor={id}>{label}</label>
      {children({
        id,
        ...(problem ? { status: "error" as const, "aria-describedby": `${id}-problem` } : {}),
      })}
      {problem && (
        <p id={`${id}-problem`} className="o-problem">
          {problem}
        </p>
      )}
    </div>
  );
}

function Toggle({
  label,
  isOn,
  onChange,
}: {
  label: string;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
}) {
  const id = useId();
  return (
    <div className="fb-toggle">
      <label htmlFor={id}>{label}</label>
      <Switch id={id} size="small" checked={isOn} onChange={onChange} />
    </div>
  );
}
