import type { ReactElement } from "react";
import type { FormField, FormRow } from "#src/lib/membership/form.ts";
import { FieldShell, hintId } from "#src/site/form/field-shell.tsx";
import { type FieldInputProps, idOfField } from "./field-input-props.ts";

type RowsField = Extract<FormField, { kind: "rows" }>;

type Props = Omit<FieldInputProps, "field" | "value"> & {
  readonly field: RowsField;
  readonly rows: readonly FormRow[];
};

/** One of a kind with its parts, or a list of them that grows by a button. */
export function RowsInput(props: Props): ReactElement {
  const { name, field, errors, isAsked, onChange, onLeave } = props;
  const rows = field.isOne && props.rows.length === 0 ? [{}] : props.rows;
  const set = (index: number, part: string, text: string) =>
    onChange(rows.map((row, at) => (at === index ? { ...row, [part]: text } : row)));

  return (
    <FieldShell
      id={idOfField(name)}
      label={field.label}
      isGroup
      isOptional={!isAsked}
      error={errors[name]}
      help={field.hint}
    >
      {rows.map((row, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows have no name but their place
        <div className="apply-row" key={index}>
          {field.parts.map((part) => {
            const place = field.isOne ? `${name}.${part.name}` : `${name}.${index}.${part.name}`;
            const id = idOfField(place);
            const error = errors[place];
            return (
              <FieldShell
                key={part.name}
                id={id}
                label={part.label}
                isOptional={!part.isRequired}
                error={error}
              >
                <input
                  id={id}
                  className="input"
                  value={row[part.name] ?? ""}
                  inputMode={
                    part.kind === "phone" ? "tel" : part.kind === "email" ? "email" : "text"
                  }
                  autoComplete="off"
                  aria-invalid={error ? true : undefined}
                  aria-describedby={hintId(id, { error })}
                  onBlur={onLeave}
                  onChange={(event) => set(index, part.name, event.target.value)}
                />
              </FieldShell>
            );
          })}
          {field.isOne ? null : (
            <button
              type="button"
              className="link"
              onClick={() => onChange(rows.filter((_row, at) => at !== index))}
            >
              移除<span className="sr-only">{`第 ${index + 1} 位${field.label}`}</span>
            </button>
          )}
        </div>
      ))}
      {!field.isOne && rows.length < field.max ? (
        <button
          type="button"
          className="btn btn-outline btn-small"
          onClick={() => onChange([...rows, {}])}
        >
          {`添加${field.label}`}
        </button>
      ) : null}
    </FieldShell>
  );
}
