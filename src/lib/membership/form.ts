/** One of the few things that stand in a list of a form: a referee, a seat. */
export type FormRow = Readonly<Record<string, string>>;

export type FormValue = string | number | boolean | readonly string[] | readonly FormRow[];

/** What an application says, by the names of its fields; a draft may lack any of them. */
export type SignForm = Readonly<Record<string, FormValue>>;

/** 01 a person (个人), 02 a unit (单位): the codes of an account's userType (product 4.2). */
export type MemberType = "01" | "02";

type Facts = {
  label: string;
  isRequired?: boolean;
  /** Stands below the field before anything is wrong. */
  hint?: string;
};

/** One part of a row in a list: referees' names, seats' phones. */
export type RowPart = Facts & {
  name: string;
  kind: "name" | "phone" | "email" | "text";
  max: number;
};

export type FormField = Facts &
  (
    | { kind: "text"; max: number; min?: number }
    /** Several lines, with a counter. */
    | { kind: "long"; max: number; min?: number }
    /** One of a few; `words` says them where they are codes. */
    | { kind: "choice"; options: readonly string[]; words?: Readonly<Record<string, string>> }
    | { kind: "choices"; options: readonly string[]; max: number }
    | { kind: "whole"; max: number }
    | { kind: "day" }
    | { kind: "web" }
    | { kind: "name" | "phone" | "email" | "postcode" | "region" | "idNo" | "creditCode" }
    /** Files of one's own, as an upload answered them: scans are private, `content` is public. */
    | {
        kind: "files";
        max: number;
        types: readonly string[];
        purpose: "identity" | "licence" | "content";
        /** Of a picture: at least so many pixels. */
        pixels?: readonly [width: number, height: number];
      }
    | { kind: "rows"; parts: readonly RowPart[]; max: number; isOne?: true }
  );

export type FormFields = Readonly<Record<string, FormField>>;
