import type { ReactElement } from "react";
import { rowsIn, textIn } from "#src/lib/declare/read-values.ts";
import type { DeclareField, DeclareValue, DeclareValues } from "#src/lib/declare/schema.ts";
import { FieldShell, hintId } from "#src/site/form/field-shell.tsx";
import { CheckField } from "#src/site/form/form.tsx";
import { Counter } from "./counter.tsx";
import { idOfPlace } from "./place.ts";
import { RowsInput } from "./rows-input.tsx";

type Props = {
  readonly field: DeclareField;
  readonly values: DeclareValues;
  /** Texts by place, of this field alone. */
  readonly errors: Readonly<Record<string, string>>;
  readonly onChange: (value: DeclareValue) => void;
  readonly onLeave: () => void;
};

const MODES: Partial<Record<DeclareField["kind"], "tel" | "email" | "numeric">> = {
  phone: "tel",
  email: "email",
  whole: "numeric",
};

/** The control for a field of the form, by its kind. */
export function FieldInput(props: Props): ReactElement {
  const { field, values, errors, onChange, onLeave } = props;
  if (field.kind === "rows") {
    return <RowsInput {...props} field={field} rows={rowsIn(values, field.name)} />;
  }
  const text = textIn(values, field.name);
  const error = errors[field.name];
  const id = idOfPlace(field.name);
  const help = field.hint;
  const shell = { id, label: field.label, isOptional: !field.isRequired, error, help };
  const control = {
    id,
    value: text,
    "aria-invalid": error ? (true as const) : undefined,
    "aria-required": field.isRequired ? (true as const) : undefined,
    "aria-describedby": hintId(id, { error, help }),
    onBlur: onLeave,
  };
  if (field.kind === "promise") {
    return (
      <div id={id} tabIndex={-1}>
        <CheckField
          name={field.name}
          isChecked={text === "1"}
          error={error}
          onChange={(isChecked) => {
            onChange(isChecked ? "1" : "");
            onLeave();
          }}
        >
          {field.text}
        </CheckField>
      </div>
    );
  }
  if (field.kind === "choice") {
    return (
      <FieldShell {...shell}>
        <select {...control} className="input" onChange={(event) => onChange(event.target.value)}>
          <option value="">请选择</option>
          {field.options.map((option) => (
            <option key={option} value={option}>
              {option}
            </option>
          ))}
        </select>
      </FieldShell>
    );
  }
  if (field.kind === "long") {
    return (
      <FieldShell {...shell} aside={<Counter text={text} max={field.max} />}>
        <textarea
          {...control}
          className="input"
          rows={field.max > 1000 ? 10 : 5}
          onChange={(event) => onChange(event.target.value)}
        />
      </FieldShell>
    );
  }
  return (
    <FieldShell {...shell}>
      <input
        {...control}
        className="input"
        type={field.kind === "day" ? "date" : "text"}
        inputMode={MODES[field.kind]}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        onChange={(event) => onChange(event.target.value)}
      />
    </FieldShell>
  );
}
