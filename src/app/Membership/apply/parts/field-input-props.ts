import type { FormField, FormValue } from "#src/lib/membership/form.ts";

export type FieldInputProps = {
  readonly name: string;
  readonly field: FormField;
  readonly value: FormValue | undefined;
  readonly errors: Readonly<Record<string, string>>;
  readonly isAsked: boolean;
  readonly userId: number;
  readonly links: Readonly<Record<string, string>>;
  readonly onChange: (value: FormValue, link?: readonly [key: string, url: string]) => void;
  readonly onLeave: () => void;
};

/** Id of a field's control; `seats.2.phone` is a part of the third row. */
export const idOfField = (name: string): string => `apply-${name.replaceAll(".", "-")}`;
