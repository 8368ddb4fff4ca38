import type { DeclareField, DeclareValues } from "#src/lib/declare/schema.ts";
import { shownField } from "#src/lib/declare/shown-field.ts";
import type { DeclareFormField } from "#src/server/documents/pdf/declare-form.ts";

/** A field of a declaration as it is printed. */
export function printed(field: DeclareField, values: DeclareValues): DeclareFormField {
  const { label } = field;
  if (field.kind === "promise") return { kind: "long", label, text: field.text };
  const shown = shownField(field, values);
  if (shown.kind === "table") return { ...shown, label };
  return { kind: field.kind === "long" ? "long" : "short", label, text: shown.text };
}
