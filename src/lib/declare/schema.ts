/** One line of a table: a member, an amount. */
export type DeclareRow = Readonly<Record<string, string>>;

export type DeclareValue = string | readonly string[] | readonly DeclareRow[];

/** What a declaration says, by the names of its fields; a draft may lack any of them. */
export type DeclareValues = Readonly<Record<string, DeclareValue>>;

/** Who a declaration is from: who reads it blind gets none of it (blind.ts). `work` is left out as the others are. */
export type Identity = "person" | "unit" | "contact" | "work";

type Facts = {
  name: string;
  label: string;
  isRequired?: boolean;
  /** Stands below the field before anything is wrong. */
  hint?: string;
  /** Where it is not said, its kind says it. */
  identity?: Identity;
};

/** A column of a table. */
export type DeclarePart = Facts &
  (
    | { kind: "text"; max: number }
    | { kind: "long"; max: number }
    | { kind: "choice"; options: readonly string[] }
    | { kind: "phone" | "money" }
  );

export type DeclareField = Facts &
  (
    | { kind: "text"; max: number }
    /** Several lines, with a counter; `max` counts characters. */
    | { kind: "long"; max: number; min?: number }
    | { kind: "choice"; options: readonly string[] }
    | { kind: "whole"; max: number }
    | { kind: "day" | "phone" | "email" | "name" }
    /** The unit that one belongs to: a unit member is asked for its recommendation. */
    | { kind: "unit"; max: number }
    /** Ticked to hand in; `text` is what one promises. */
    | { kind: "promise"; text: string }
    /** Members, amounts, or groups of longer fields that repeat. `sum` names the part that is added up. */
    | {
        kind: "rows";
        noun: string;
        parts: readonly DeclarePart[];
        max: number;
        min?: number;
        sum?: string;
        /** The sum at most, as a decimal text. */
        sumMax?: string;
      }
    /** A slot for files with types of its own. */
    | {
        kind: "files";
        types: readonly string[];
        max: number;
        /** Written without names: who reads the declaration blind gets its files, if none is found in them. */
        isBlindSafe?: boolean;
      }
  );

export type DeclareSection = {
  title: string;
  intro?: string;
  fields: readonly DeclareField[];
};

/** The form of a batch, as one version of it. Fields named title, category and unitName are in each form. */
export type DeclareSchema = { sections: readonly DeclareSection[] };

export const fieldsOf = ({ sections }: DeclareSchema): DeclareField[] =>
  sections.flatMap(({ fields }) => fields);

export const isSlot = (field: DeclareField): field is Extract<DeclareField, { kind: "files" }> =>
  field.kind === "files";

/** The sections that are typed, without slots for files; empty ones are left out. */
export const typedSections = ({ sections }: DeclareSchema): DeclareSection[] =>
  sections
    .map((section) => ({ ...section, fields: section.fields.filter((field) => !isSlot(field)) }))
    .filter(({ fields }) => fields.length > 0);

export const slotsOf = (schema: DeclareSchema) => fieldsOf(schema).filter(isSlot);
