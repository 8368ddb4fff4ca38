import type { ReactElement } from "react";
import type { FormField, FormRow, FormValue } from "#src/lib/membership/form.ts";
import { FieldShell, hintId } from "#src/site/form/field-shell.tsx";
import { UploadList } from "#src/site/form/upload-list.tsx";
import { ChoicesInput } from "./choices-input.tsx";
import { type FieldInputProps, idOfField } from "./field-input-props.ts";
import { RegionInput } from "./region-input.tsx";
import { RowsInput } from "./rows-input.tsx";

const MODES: Partial<Record<FormField["kind"], "tel" | "email" | "numeric" | "url">> = {
  phone: "tel",
  email: "email",
  postcode: "numeric",
  whole: "numeric",
  web: "url",
};

const COMPLETE: Readonly<Record<string, string>> = {
  realName: "name",
  phone: "tel",
  email: "email",
  address: "street-address",
  postcode: "postal-code",
  orgName: "organization",
};

const listOf = (value: FormValue | undefined): readonly string[] =>
  Array.isArray(value) ? value.filter((each): each is string => typeof each === "string") : [];

const rowsOf = (value: FormValue | undefined): readonly FormRow[] =>
  Array.isArray(value) ? value.filter((each): each is FormRow => typeof each !== "string") : [];

/** The control for a field of the form, by its kind. */
export function FieldInput(props: FieldInputProps): ReactElement {
  const { name, field, value, errors, isAsked, onChange, onLeave } = props;
  const id = idOfField(name);
  const error = errors[name];
  const help = field.hint;
  const shell = { id, label: field.label, isOptional: !isAsked, error, help };
  const text = value === undefined || typeof value === "object" ? "" : String(value);
  const control = {
    id,
    name,
    value: text,
    onBlur: onLeave,
    "aria-invalid": error ? true : undefined,
    "aria-required": isAsked || undefined,
    "aria-describedby": hintId(id, { error, help }),
  } as const;

  switch (field.kind) {
    case "files":
      return (
        <UploadList
          {...shell}
          userId={props.userId}
          purpose={field.purpose}
          types={field.types}
          max={field.max}
          files={listOf(value)}
          links={props.links}
          onChange={onChange}
        />
      );
    case "rows":
      return <RowsInput {...props} field={field} rows={rowsOf(value)} />;
    case "choices":
      return (
        <ChoicesInput
          {...shell}
          options={field.options}
          max={field.max}
          chosen={listOf(value)}
          onChange={onChange}
        />
      );
    case "region":
      return <RegionInput {...shell} code={text} onChange={onChange} />;
    case "choice":
      return (
        <FieldShell {...shell}>
          <select {...control} className="input" onChange={(event) => onChange(event.target.value)}>
            <option value="">请选择</option>
            {field.options.map((option) => (
              <option key={option} value={option}>
                {field.words?.[option] ?? option}
              </option>
            ))}
          </select>
        </FieldShell>
      );
    case "long": {
      const length = Array.from(text).length;
      return (
        <FieldShell
          {...shell}
          aside={
            <span
              data-over={length > field.max ? "" : undefined}
            >{`${length} / ${field.max}`}</span>
          }
        >
          <textarea
            {...control}
            className="input"
            rows={field.max > 1000 ? 8 : 6}
            onChange={(event) => onChange(event.target.value)}
          />
        </FieldShell>
      );
    }
    default:
      return (
        <FieldShell {...shell}>
          <input
            {...control}
            className="input"
            type={field.kind === "day" ? "date" : "text"}
            inputMode={MODES[field.kind]}
            autoComplete={COMPLETE[name] ?? "off"}
            autoCapitalize="off"
            spellCheck={false}
            onChange={(event) => onChange(event.target.value)}
          />
        </FieldShell>
      );
  }
}
