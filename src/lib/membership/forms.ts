import type { FormFields, MemberType } from "./form.ts";
import { ORG_FIELDS, ORG_STEPS } from "./org-form.ts";
import { PERSON_FIELDS, PERSON_STEPS } from "./person-form.ts";

type SignFormFacts = {
  fields: FormFields;
  /** Titles of the steps with the fields that stand there; the last step, 确认, has none of its own. */
  steps: readonly (readonly [title: string, ...names: string[]])[];
  /** The field that names who applies. */
  name: string;
};

/** The form of each kind of member. */
export const SIGN_FORMS: Readonly<Record<MemberType, SignFormFacts>> = {
  "01": { fields: PERSON_FIELDS, steps: PERSON_STEPS, name: "realName" },
  "02": { fields: ORG_FIELDS, steps: ORG_STEPS, name: "orgName" },
};

/** The form by the code of a row. */
export const signFormOf = (memberType: string): SignFormFacts =>
  SIGN_FORMS[memberType === "02" ? "02" : "01"];
