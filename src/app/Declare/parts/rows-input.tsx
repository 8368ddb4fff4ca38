import type { ReactElement } from "react";
import { sumOf } from "#src/lib/declare/read-values.ts";
import type {
  DeclareField,
  DeclarePart,
  DeclareRow,
  DeclareValue,
} from "#src/lib/declare/schema.ts";
import { moneyShown } from "#src/lib/text/money.ts";
import { FieldShell, hintId } from "#src/site/form/field-shell.tsx";
import { Counter } from "./counter.tsx";
import { idOfPlace } from "./place.ts";

type Props = {
  readonly field: Extract<DeclareField, { kind: "rows" }>;
  readonly rows: readonly DeclareRow[];
  readonly errors: Readonly<Record<string, string>>;
  readonly onChange: (value: DeclareValue) => void;
  readonly onLeave: () => void;
};

/** Members, amounts with their sum, or groups of fields that repeat: a list that grows by a button. */
export function RowsInput({ field, rows, errors, onChange, onLeave }: Props): ReactElement {
  const { name, label, noun, parts, max, sum, sumMax } = field;
  const id = idOfPlace(name);
  const set = (index: number, part: string, text: string) =>
    onChange(rows.map((row, at) => (at === index ? { ...row, [part]: text } : row)));
  const rule = [
    `最多 ${max} ${noun}`,
    sumMax ? `合计不超过 ${moneyShown(Math.round(Number(sumMax) * 100))} 元` : "",
    field.hint ?? "",
  ]
    .filter(Boolean)
    .join("，");
  return (
    <FieldShell
      id={id}
      label={label}
      isGroup
      isOptional={!field.isRequired}
      error={errors[name]}
      help={rule}
    >
      {rows.map((row, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows have no name but their place
        <div className="declare-row" key={index}>
          <p className="declare-row-head">
            <b>{`第 ${index + 1} ${noun}`}</b>
            <button
              type="button"
              className="link"
              onClick={() => onChange(rows.filter((_row, at) => at !== index))}
            >
              移除<span className="sr-only">{`${label}第 ${index + 1} ${noun}`}</span>
            </button>
          </p>
          <div className="declare-parts">
            {parts.map((part) => {
              const place = `${name}.${index}.${part.name}`;
              return (
                <PartInput
                  key={part.name}
                  part={part}
                  place={place}
                  text={row[part.name] ?? ""}
                  error={errors[place]}
                  onChange={(text) => set(index, part.name, text)}
                  onLeave={onLeave}
                />
              );
            })}
          </div>
        </div>
      ))}
      {sum && rows.length > 0 ? (
        <p className="declare-sum">
          合计 <strong>{moneyShown(sumOf(rows, sum))}</strong> 元
        </p>
      ) : null}
      {rows.length < max ? (
        <button
          type="button"
          className="btn btn-outline btn-small"
          onClick={() => onChange([...rows, {}])}
        >
          {`添加${label}`}
        </button>
      ) : null}
    </FieldShell>
  );
}

type PartProps = {
  readonly part: DeclarePart;
  readonly place: string;
  readonly text: string;
  readonly error: string | undefined;
  readonly onChange: (text: string) => void;
  readonly onLeave: () => void;
};

function PartInput({ part, place, text, error, onChange, onLeave }: PartProps): ReactElement {
  const id = idOfPlace(place);
  const control = {
    id,
    className: "input",
    value: text,
    "aria-invalid": error ? (true as const) : undefined,
    "aria-describedby": hintId(id, { error, help: part.hint }),
    onBlur: onLeave,
  };
  const shell = { id, label: part.label, isOptional: !part.isRequired, error, help: part.hint };
  if (part.kind === "choice") {
    return (
      <FieldShell {...shell}>
        <select {...control} onChange={(event) => onChange(event.target.value)}>
          <option value="">请选择</option>
          {part.options.map((option) => (
            <option key={option} value={option}>
              {option}
            </option>
          ))}
        </select>
      </FieldShell>
    );
  }
  if (part.kind === "long") {
    return (
      <FieldShell {...shell} aside={<Counter text={text} max={part.max} />}>
        <textarea {...control} rows={3} onChange={(event) => onChange(event.target.value)} />
      </FieldShell>
    );
  }
  return (
    <FieldShell {...shell}>
      <input
        {...control}
        inputMode={part.kind === "money" ? "decimal" : part.kind === "phone" ? "tel" : "text"}
        autoComplete="off"
        onChange={(event) => onChange(event.target.value)}
      />
    </FieldShell>
  );
}
