/** A word of the list that stands in a text. */
export type WordingHit = {
  wordId: number;
  word: string;
  /** block: not without a reason from who may override; warn: to be confirmed. */
  level: "block" | "warn";
  /** 敏感词, 固定表述, 证书用语 … */
  kind: string;
  /** The word to use instead; may be empty. */
  suggestion: string;
  /** Key and Chinese name of the field. */
  field: string;
  label: string;
  /** How often it stands there. */
  count: number;
  /** The first place: the word with up to 20 characters on each side. */
  context: string;
};

/** A field's text as it is looked through: plain, without tags. */
export type LookedThrough = { field: string; label: string; text: string };
