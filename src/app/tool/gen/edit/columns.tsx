import { ArrowDownOutlined, ArrowUpOutlined } from "@ant-design/icons";
import { useQuery } from "@tanstack/react-query";
import { Checkbox, Input, Select } from "antd";
import { memo, type ReactNode, useRef } from "react";
import { HTML_TYPES, JAVA_TYPES, QUERY_TYPES } from "#src/lib/generator/config.ts";
import { call } from "#src/office/calls/http.ts";
import { useIsMobile } from "#src/office/shell/use-media.ts";
import { type Column, FLAGS } from "./config.ts";

type Change = (index: number, patch: Partial<Column>) => void;
type Move = (index: number, by: -1 | 1) => void;
type Option = { value: string; label: string };

const HTML_LABELS: Readonly<Record<(typeof HTML_TYPES)[number], string>> = {
  input: "文本框",
  textarea: "文本域",
  select: "下拉框",
  radio: "单选框",
  checkbox: "复选框",
  datetime: "日期控件",
  imageUpload: "图片上传",
  fileUpload: "文件上传",
  editor: "富文本",
};
const QUERY_LABELS: Readonly<Record<(typeof QUERY_TYPES)[number], string>> = {
  EQ: "等于",
  NE: "不等于",
  GT: "大于",
  GTE: "大于等于",
  LT: "小于",
  LTE: "小于等于",
  LIKE: "包含",
  BETWEEN: "范围",
};
const asOptions = (values: readonly string[], labels: Readonly<Record<string, string>> = {}) =>
  values.map((value): Option => ({ value, label: labels[value] ?? value }));
const JAVA_OPTIONS = asOptions(JAVA_TYPES);
const HTML_OPTIONS = asOptions(HTML_TYPES, HTML_LABELS);
const QUERY_OPTIONS = asOptions(QUERY_TYPES, QUERY_LABELS);

/** 字段信息: every column of the table, changed in place; arrows set the order of form and list. */
export function Columns({
  columns,
  problems,
  onChange,
  onMove,
}: {
  columns: readonly Column[];
  /** Texts of a refusal by `columns[2].javaField`. */
  problems: Readonly<Record<string, string>>;
  onChange: Change;
  onMove: Move;
}) {
  const isMobile = useIsMobile();
  const holder = useRef<HTMLDivElement>(null);
  const { data } = useQuery({
    queryKey: ["/system/dict/type", "optionselect"],
    queryFn: () =>
      call<{ data: { dictName: string; dictType: string }[] }>(
        "GET",
        "/system/dict/type/optionselect",
      ),
  });
  const dicts: Option[] = (data?.data ?? []).map(({ dictType, dictName }) => ({
    value: dictType,
    label: `${dictName} ${dictType}`,
  }));
  const moveAlong = (index: number, by: -1 | 1) => {
    onMove(index, by);
    // The button goes with its row: the focus goes along.
    requestAnimationFrame(() => {
      const row = holder.current?.querySelectorAll("[data-row]")[index + by];
      const [up, down] = row?.querySelectorAll<HTMLButtonElement>(".ge-move") ?? [];
      const wanted = by < 0 ? up : down;
      (wanted?.disabled ? (by < 0 ? down : up) : wanted)?.focus();
    });
  };
  const rows = columns.map((column, index) => ({
    column,
    index,
    isLast: index === columns.length - 1,
    problem: problemOf(problems, index),
    dicts,
    onChange,
    onMove: moveAlong,
  }));
  return (
    <div className="ge-columns" ref={holder}>
      {isMobile ? (
        <ul aria-label="字段">
          {rows.map((row) => (
            <ColumnCard key={row.column.columnId} {...row} />
          ))}
        </ul>
      ) : (
        <table className="cr-table">
          <thead>
            <tr>
              <th className="ge-moves">
                <span className="o-hidden">移动</span>
              </th>
              <th>字段</th>
              <th className="ge-wide">描述</th>
              <th className="ge-type">类型</th>
              <th className="ge-wide">属性</th>
              {FLAGS.map(([name, label]) => (
                <th key={name} className="ge-flag">
                  {label}
                </th>
              ))}
              <th className="ge-type">查询方式</th>
              <th className="ge-type">显示类型</th>
              <th className="ge-dict">字典</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <ColumnRow key={row.column.columnId} {...row} />
            ))}
          </tbody>
        </table>
      )}
    </div>
  );
}

/** The first text about a row, and the field it is about, as one value that memo can compare. */
function problemOf(problems: Readonly<Record<string, string>>, index: number): string {
  const prefix = `columns[${index}].`;
  const found = Object.entries(problems).find(([name]) => name.startsWith(prefix));
  return found ? `${found[0].slice(prefix.length)}:${found[1]}` : "";
}

type RowProps = {
  column: Column;
  index: number;
  isLast: boolean;
  problem: string;
  dicts: readonly Option[];
  onChange: Change;
  onMove: Move;
};

/** The fields of one column; `label` names them where no column head does. */
function fieldsOf({ column, index, problem, dicts, onChange }: RowProps) {
  const { columnName } = column;
  const set = (patch: Partial<Column>) => onChange(index, patch);
  const [wrong, text] = [problem.split(":")[0], problem.slice(problem.indexOf(":") + 1)];
  const withProblem = (name: keyof Column, field: ReactNode) => (
    <>
      {field}
      {wrong === name && (
        <p className="o-problem" role="alert">
          {text}
        </p>
      )}
    </>
  );
  const input = (name: "columnComment" | "javaField", label: string) =>
    withProblem(
      name,
      <Input
        className={name === "javaField" ? "cr-code" : ""}
        aria-label={`${columnName} 的${label}`}
        {...(wrong === name ? { status: "error" as const, "aria-invalid": true } : {})}
        maxLength={name === "javaField" ? 50 : 500}
        value={column[name]}
        onChange={(event) => set({ [name]: event.target.value })}
      />,
    );
  const choose = (
    name: "javaType" | "queryType" | "htmlType" | "dictType",
    label: string,
    options: readonly Option[],
  ) =>
    withProblem(
      name,
      <Select
        aria-label={`${columnName} 的${label}`}
        {...(wrong === name ? { status: "error" as const, "aria-invalid": true } : {})}
        value={column[name] || null}
        options={[...options]}
        popupMatchSelectWidth={false}
        {...(name === "dictType"
          ? { showSearch: { optionFilterProp: "label" }, allowClear: true, placeholder: "无" }
          : {})}
        onChange={(value: string | null | undefined) => set({ [name]: value ?? "" })}
      />,
    );
  const flag = (name: (typeof FLAGS)[number][0], label: string, text?: string) => (
    <Checkbox
      key={name}
      aria-label={`${columnName} ${label}`}
      checked={column[name] === "1"}
      onChange={(event) => set({ [name]: event.target.checked ? "1" : "0" })}
    >
      {text}
    </Checkbox>
  );
  return {
    comment: input("columnComment", "描述"),
    property: input("javaField", "属性"),
    type: choose("javaType", "类型", JAVA_OPTIONS),
    query: choose("queryType", "查询方式", QUERY_OPTIONS),
    html: choose("htmlType", "显示类型", HTML_OPTIONS),
    dict: choose("dictType", "字典", dicts),
    flag,
  };
}

function Moves({ column, index, isLast, onMove }: RowProps) {
  return (
    <>
      <button
        type="button"
        className="ge-move"
        disabled={index === 0}
        aria-label={`上移 ${column.columnName}`}
        onClick={() => onMove(index, -1)}
      >
        <ArrowUpOutlined aria-hidden />
      </button>
      <button
        type="button"
        className="ge-move"
        disabled={isLast}
        aria-label={`下移 ${column.columnName}`}
        onClick={() => onMove(index, 1)}
      >
        <ArrowDownOutlined aria-hidden />
      </button>
    </>
  );
}

const nameOf = ({ columnName, columnType, isPk }: Column) => (
  <span className="ge-name">
    <span className="cr-code">
      {columnName}
      {isPk === "1" && <span className="o-kind ge-tag">主键</span>}
    </span>
    <span className="o-note">{columnType}</span>
  </span>
);

// A table of forty columns has hundreds of fields: typing into one draws its own row alone.
const isSame = (before: RowProps, after: RowProps) =>
  before.column === after.column &&
  before.index === after.index &&
  before.isLast === after.isLast &&
  before.problem === after.problem &&
  before.dicts.length === after.dicts.length;

const ColumnRow = memo(function ColumnRow(props: RowProps) {
  const { comment, property, type, query, html, dict, flag } = fieldsOf(props);
  return (
    <tr data-row>
      <td className="ge-moves">
        <Moves {...props} />
      </td>
      <td>{nameOf(props.column)}</td>
      <td>{comment}</td>
      <td>{type}</td>
      <td>{property}</td>
      {FLAGS.map(([name, label]) => (
        <td key={name} className="ge-flag">
          {flag(name, label)}
        </td>
      ))}
      <td>{query}</td>
      <td>{html}</td>
      <td>{dict}</td>
    </tr>
  );
}, isSame);

const ColumnCard = memo(function ColumnCard(props: RowProps) {
  const { comment, property, type, query, html, dict, flag } = fieldsOf(props);
  const fields: [label: string, field: ReactNode][] = [
    ["描述", comment],
    ["属性", property],
    ["类型", type],
    ["显示类型", html],
    ["查询方式", query],
    ["字典", dict],
  ];
  return (
    <li className="ge-card" data-row>
      <header>
        <h2>{nameOf(props.column)}</h2>
        <Moves {...props} />
      </header>
      <div className="ge-fields">
        {fields.map(([label, field]) => (
          <div key={label}>
            <span className="ge-caption" aria-hidden="true">
              {label}
            </span>
            {field}
          </div>
        ))}
      </div>
      <div className="ge-flags">{FLAGS.map(([name, label]) => flag(name, label, label))}</div>
    </li>
  );
}, isSame);
