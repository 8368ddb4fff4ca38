import type { FormInstance } from "antd";
import { hasWrittenOn } from "../keys/typing.ts";
import { fieldTexts, report } from "./http.ts";

/**
 * Puts a refusal's texts on the fields they are about, what was typed stays; what belongs to no field
 * of the form is shown as a toast.
 */
export function showRefusal(form: FormInstance, names: readonly string[], error: unknown): void {
  const texts = Object.entries(fieldTexts(error) ?? {}).filter(([name]) => names.includes(name));
  if (texts.length === 0) {
    report(error);
    return;
  }
  form.setFields(texts.map(([name, text]) => ({ name, errors: [text] })));
  const [first] = texts;
  // The focus stays with a person who saved by a key and writes on; the text stands at its field.
  if (first && !hasWrittenOn()) form.focusField(first[0]);
}
