import type { SignForm } from "#src/lib/membership/form.ts";
import { maskEmail, maskPhone } from "#src/lib/people/masks.ts";

/** Names of fields whose values staff see masked until they are revealed. */
const MASKS: Readonly<Record<string, (text: string) => string>> = {
  phone: maskPhone,
  email: maskEmail,
};

/** Telephones and mail addresses of a form, masked; in its lists too. */
export function maskedForm(form: SignForm): SignForm {
  const masked = (name: string, value: string) => MASKS[name]?.(value) ?? value;
  return Object.fromEntries(
    Object.entries(form).map(([name, value]) => {
      if (typeof value === "string") return [name, masked(name, value)];
      if (!Array.isArray(value)) return [name, value];
      return [
        name,
        value.map((each) =>
          typeof each === "string"
            ? each
            : Object.fromEntries(
                Object.entries(each as Record<string, string>).map(([part, said]) => [
                  part,
                  masked(part, said),
                ]),
              ),
        ) as SignForm[string],
      ];
    }),
  );
}
