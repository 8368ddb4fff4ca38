import { filledRows, textIn } from "./read-values.ts";
import {
  type DeclareField,
  type DeclarePart,
  type DeclareSchema,
  type DeclareValue,
  type DeclareValues,
  fieldsOf,
  type Identity,
} from "./schema.ts";

const BY_KIND: Readonly<Record<string, Identity>> = {
  name: "person",
  phone: "contact",
  email: "contact",
  unit: "unit",
};

/** What a field tells of who the declaration is from. */
const identityOf = (field: DeclareField | DeclarePart): Identity | undefined =>
  field.identity ?? BY_KIND[field.kind];

/**
 * The same of a column. Forms from before columns were marked have their people in tables of names and units:
 * a column called `name` beside one called `unit` is a person's.
 */
function partIdentity(parts: readonly DeclarePart[], part: DeclarePart): Identity | undefined {
  const said = identityOf(part);
  if (said) return said;
  const isOfPeople = ["name", "unit"].every((each) => parts.some(({ name }) => name === each));
  if (!isOfPeople) return undefined;
  return part.name === "name" ? "person" : part.name === "unit" ? "unit" : undefined;
}

/** Those whom a declaration names, in the words that it uses. */
export type Named = { persons: string[]; units: string[]; contacts: string[] };

/** Persons, units and addresses that a form says in its fields; `work` is a text and names nobody by itself. */
export function namedIn(schema: DeclareSchema, values: DeclareValues): Named {
  const found: Record<Exclude<Identity, "work">, Set<string>> = {
    person: new Set(),
    unit: new Set(),
    contact: new Set(),
  };
  const add = (identity: Identity | undefined, text: string) => {
    if (identity && identity !== "work" && text.trim()) found[identity].add(text.trim());
  };
  for (const field of fieldsOf(schema)) {
    if (field.kind !== "rows") {
      if (field.kind !== "files") add(identityOf(field), textIn(values, field.name));
      continue;
    }
    for (const row of filledRows(values, field.name)) {
      for (const part of field.parts) add(partIdentity(field.parts, part), row[part.name] ?? "");
    }
  }
  return { persons: [...found.person], units: [...found.unit], contacts: [...found.contact] };
}

/** The house of a part of it: a university, of its school of education. */
const HOUSE =
  /^.+?(?:大学|学院|中学|小学|学校|幼儿园|研究院|研究所|科学院|学会|协会|联合会|中心|医院|公司|集团|委员会)/;

/** A unit as people write it: in full, and its house. */
const waysToSay = (unit: string): string[] => {
  const house = HOUSE.exec(unit)?.[0];
  return house && Array.from(house).length >= 4 ? [unit, house] : [unit];
};

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** What may stand between two characters of a name: 林 晓, 138-0000-2096. */
const GAP = "[\\s\\u3000\\u00b7.\\-－—_]*";

/** Stands in place of a name. */
const MASK = "***";

/** Matches each of the names, also with blanks within them; undefined where there is none. */
export function nameFinder({ persons, units, contacts }: Named): RegExp | undefined {
  const words = [...persons, ...units.flatMap(waysToSay), ...contacts]
    .map((word) => word.normalize("NFKC").replace(/[\s\u3000]/g, ""))
    // One character alone would be found in every sentence.
    .filter((word) => Array.from(word).length >= 2);
  const longestFirst = [...new Set(words)].toSorted((a, b) => b.length - a.length);
  if (longestFirst.length === 0) return undefined;
  const patterns = longestFirst.map((word) => Array.from(word).map(escaped).join(GAP));
  return new RegExp(patterns.join("|"), "giu");
}

/** A text without the names. Full-width letters and digits become plain ones, so that none hides a name. */
export function masked(text: string, finder: RegExp | undefined): string {
  if (!finder || text === "") return text;
  const plain = text.normalize("NFKC");
  // A text without any stays as it was typed.
  return plain.search(finder) < 0 ? text : plain.replace(finder, MASK);
}

/** Whether a field goes to who reads blind at all; a promise is the applicant's. */
const isShown = (field: DeclareField): boolean =>
  identityOf(field) === undefined && field.kind !== "promise";

/** The form that who reads blind gets: without fields of identity, and without slots but those that are safe. */
export const blindSchema = ({ sections }: DeclareSchema): DeclareSchema => ({
  sections: sections
    .map((section) => ({
      title: section.title,
      fields: section.fields.flatMap((field): DeclareField[] => {
        if (field.kind === "files") return field.isBlindSafe ? [field] : [];
        if (field.kind !== "rows") return isShown(field) ? [field] : [];
        const parts = field.parts.filter((part) => !partIdentity(field.parts, part));
        return parts.length > 0 ? [{ ...field, parts }] : [];
      }),
    }))
    .filter(({ fields }) => fields.length > 0),
});

/** What is filled in, for that form: names in texts are masked; files are left to who serves them. */
export function blindValues(
  schema: DeclareSchema,
  values: DeclareValues,
  finder: RegExp | undefined,
): DeclareValues {
  const shown: Record<string, DeclareValue> = {};
  for (const field of fieldsOf(blindSchema(schema))) {
    if (field.kind === "files") continue;
    if (field.kind === "rows") {
      shown[field.name] = filledRows(values, field.name).map((row) =>
        Object.fromEntries(field.parts.map(({ name }) => [name, masked(row[name] ?? "", finder)])),
      );
    } else shown[field.name] = masked(textIn(values, field.name), finder);
  }
  return shown;
}
