import type { FieldFact, FieldFacts } from "../../lib/fields/facts.ts";
import { address, picture } from "./address-field.ts";
import { choice, type Field, flag, text, whole } from "./fields.ts";
import { money } from "./money-field.ts";
import { html, idOf, moment } from "./value-fields.ts";

type Kinds = {
  text: string;
  whole: number;
  money: number;
  choice: string;
  flag: boolean;
  address: string;
  picture: string;
  moment: Date | null;
  html: string;
  id: number;
};

/** The reader of one field. */
function fieldOf(fact: FieldFact): Field {
  switch (fact.kind) {
    case "text":
      return text(fact.label, fact);
    case "whole":
      return whole(fact.label, fact);
    case "money":
      return money(fact.label, fact);
    case "choice":
      return choice(fact.label, fact.values, fact);
    case "flag":
      return flag(fact.label);
    case "address":
      return address(fact.label, fact);
    case "picture":
      return picture(fact.label, fact);
    case "moment":
      return moment(fact.label, fact);
    case "html":
      return html(fact.label, fact);
    case "id":
      return idOf(fact.label, fact);
  }
}

/** The readers of an entity's fields (fields.ts of the slice), with the types of what they read. */
export const fieldsOf = <F extends FieldFacts>(facts: F) =>
  Object.fromEntries(
    Object.entries(facts).map(([name, fact]) => [
      name,
      { ...fieldOf(fact), ...(fact.short ? { short: fact.short } : {}) },
    ]),
  ) as {
    [K in keyof F]: Field<Kinds[F[K]["kind"]]>;
  };
