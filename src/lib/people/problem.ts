/** What a check says: a Chinese text, or undefined when the value passes (product 4.1). The browser shows it first. */
export type Problem = string | undefined;
