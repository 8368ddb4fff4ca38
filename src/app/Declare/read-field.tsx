import type { ReactElement } from "react";
import type { DeclareField, DeclareValues } from "#src/lib/declare/schema.ts";
import { shownField } from "#src/lib/declare/shown-field.ts";

/** A field of a declaration to be read. */
export function ReadField({
  field,
  values,
}: {
  readonly field: DeclareField;
  readonly values: DeclareValues;
}): ReactElement {
  const shown = shownField(field, values);
  if (shown.kind === "text") {
    return (
      <dl>
        <dt>{field.label}</dt>
        <dd>{shown.text || "—"}</dd>
      </dl>
    );
  }
  return (
    <div className="declare-table">
      <table>
        <caption>{field.label}</caption>
        <thead>
          <tr>
            {shown.heads.map((label) => (
              <th key={label} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.rows.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have no name but their place
            <tr key={index}>
              {shown.heads.map((label, column) => (
                <td key={label} data-label={label}>
                  {row[column] || "—"}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {shown.sum ? <p className="declare-sum">{shown.sum}</p> : null}
    </div>
  );
}
