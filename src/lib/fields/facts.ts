// What is to be said of the fields of an entity, once: a slice's fields.ts says it as data. Reader and
// schema (server/fields/facts.ts), the sheet's headers, column titles and form items (office/fields) are
// made of it. Layout of forms and rules over several fields are written by hand.

type Common = {
  label: string;
  /** Its title in lists and sheets, where the label says more than is needed there. */
  short?: string;
  isRequired?: boolean;
  /** No two rows have the same: the database holds it. */
  isUnique?: boolean;
  /** The contract's text (wire 4.4), where it is not `<label>不能为空`. */
  missing?: string;
  /** Stands beside the label in forms, behind the bounds: 不能重复. */
  rule?: string;
};

export type FieldFact = Common &
  (
    | { kind: "text"; max: number; pattern?: RegExp; wrong?: string; tooLong?: string }
    /** From `min` (0) to `max`. */
    | { kind: "whole"; min?: number; max?: number }
    /** Fen inside, from 0 to 9,999,999.99 yuan; outside a decimal text with two places (product 4.1). */
    | { kind: "money" }
    /** One of a few; `words` and the dictionary say them to people. */
    | {
        kind: "choice";
        values: readonly string[];
        words?: Readonly<Record<string, string>>;
        dict?: string;
      }
    | { kind: "flag" }
    /** A path of this site or http(s), with `isWeb` the latter only. */
    | { kind: "address"; isWeb?: boolean }
    /** A picture of the file store, by its path; `also` names what else may be. Its use is noted. */
    | { kind: "picture"; also?: RegExp }
    /** A moment, or null. */
    | { kind: "moment" }
    /** Formatted text of at most `max` characters of HTML. The files it shows are noted. */
    | { kind: "html"; max: number }
    /** The id of another row, 0 for none. */
    | { kind: "id" }
  );

export type FieldFacts = Readonly<Record<string, FieldFact>>;

type Kinds = {
  text: string;
  whole: number;
  money: string;
  choice: string;
  flag: boolean;
  address: string;
  picture: string;
  moment: string | null;
  html: string;
  id: number;
};

/** A row as the browser gets it: its id, the fields, and when it was made. */
export type RowOf<F extends FieldFacts, Id extends string> = {
  [K in keyof F]: Kinds[F[K]["kind"]];
} & { [K in Id]: number } & { createTime: string };

/** A field's label and its bounds, as a form says them beside it before anything is wrong. */
export function ruleOf(fact: FieldFact): string {
  const bounds =
    fact.kind === "text"
      ? `最多 ${fact.max} 个字符`
      : fact.kind === "address"
        ? `${fact.isWeb ? "" : "/ 开头的站内路径或 "}http(s)://${fact.isRequired ? "" : "，可留空"}`
        : fact.kind === "whole" && fact.min
          ? `${fact.min} 到 ${fact.max ?? ""}`
          : "";
  return [bounds, fact.isUnique ? "不能重复" : "", fact.rule].filter(Boolean).join("，");
}

/** 显示顺序, as most entities have it. */
export const ORDER = { kind: "whole", label: "显示顺序", rule: "从小到大排列" } as const;

/** 状态: a row that is kept and not shown. */
export const STATUS = {
  kind: "choice",
  label: "状态",
  values: ["0", "1"],
  words: { 0: "正常", 1: "停用" },
  dict: "sys_normal_disable",
} as const;

/** 备注, as every entity has it (wire 5). */
export const REMARK = { kind: "text", label: "备注", max: 500 } as const;
