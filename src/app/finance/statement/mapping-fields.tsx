import { Select } from "antd";
import { useId } from "react";
import {
  AMOUNT_FORMS,
  type AmountForm,
  COLUMN_NAMES,
  type ColumnKind,
  DATE_FORMS,
  type DateForm,
  type Mapping,
} from "#src/lib/bank/columns.ts";
import type { Preview } from "./wire.ts";

const NEEDED: readonly ColumnKind[] = ["date", "amount", "payer"];

type Props = {
  headings: readonly string[];
  mapping: Mapping;
  problems: Readonly<Record<string, string>>;
  onChange: (mapping: Mapping) => void;
};

const choices = (names: Readonly<Record<string, string>>) =>
  Object.entries(names).map(([value, label]) => ({ value, label }));

/** Which column of the file holds what. */
export function MappingFields({ headings, mapping, problems, onChange }: Props) {
  const { columns, amountForm, dateForm } = mapping;
  const options = [...new Set(headings.filter(Boolean))].map((value) => ({ value, label: value }));
  const kinds = (Object.keys(COLUMN_NAMES) as ColumnKind[]).filter(
    (kind) => kind !== "flag" || amountForm === "flag",
  );
  const choose = (kind: ColumnKind, heading: string | undefined) => {
    const { [kind]: _before, ...others } = columns;
    onChange({ ...mapping, columns: heading ? { ...others, [kind]: heading } : others });
  };
  return (
    <fieldset className="st-map">
      <legend>各列的含义</legend>
      {kinds.map((kind) => (
        <Choice
          key={kind}
          label={COLUMN_NAMES[kind]}
          isNeeded={NEEDED.includes(kind) || kind === "flag"}
          value={columns[kind]}
          options={options}
          problem={problems[kind]}
          onChange={(heading) => choose(kind, heading)}
        />
      ))}
      <Choice
        label="金额写法"
        isNeeded
        value={amountForm}
        options={choices(AMOUNT_FORMS)}
        onChange={(form) => {
          const { flag, ...others } = columns;
          const kept = form === "flag" && flag ? { ...others, flag } : others;
          onChange({ ...mapping, columns: kept, amountForm: form as AmountForm });
        }}
      />
      <Choice
        label="日期顺序"
        isNeeded
        value={dateForm}
        options={choices(DATE_FORMS)}
        onChange={(form) => onChange({ ...mapping, dateForm: form as DateForm })}
      />
    </fieldset>
  );
}

function Choice({
  label,
  isNeeded,
  value,
  options,
  problem,
  onChange,
}: {
  label: string;
  isNeeded: boolean;
  value: string | undefined;
  options: { value: string; label: string }[];
  problem?: string | undefined;
  onChange: (value: string | undefined) => void;
}) {
  const id = useId();
  return (
    <div className="st-choice">
      <label htmlFor={id}>
        {label}
        {isNeeded ? "" : "（可不选）"}
      </label>
      <Select
        id={id}
        {...(value ? { value } : {})}
        options={options}
        placeholder="请选择"
        allowClear={!isNeeded}
        status={problem ? "error" : ""}
        onChange={(next: string | undefined) => onChange(next)}
      />
      {problem && (
        <span className="o-problem" role="alert">
          {problem}
        </span>
      )}
    </div>
  );
}

/** The first lines of the file, each column under what it is taken for. */
export function Samples({ preview, mapping }: { preview: Preview; mapping: Mapping }) {
  const nameOf = (heading: string) =>
    (Object.entries(mapping.columns) as [ColumnKind, string][])
      .filter(([, each]) => each === heading)
      .map(([kind]) => COLUMN_NAMES[kind])
      .join("、");
  return (
    <section
      className="st-samples"
      aria-label="文件的前几行"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must scroll by keyboard
      tabIndex={0}
    >
      <table className="st-table">
        <thead>
          <tr>
            {preview.headings.map((heading, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two columns may have one heading
              <th key={index}>
                {heading || "—"}
                <br />
                <span className="st-kind">{nameOf(heading) || "不导入"}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {preview.samples.map((cells, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines may be alike
            <tr key={row}>
              {preview.headings.map((_heading, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the place in the line
                <td key={index}>{cells[index] ?? ""}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
