export type ArgType = "string" | "boolean" | "long" | "double" | "integer";

export type Arg =
  | { type: "string"; value: string }
  | { type: "boolean"; value: boolean }
  | { type: "long" | "double" | "integer"; value: number };

/** `bean.method(args)` of wire 4.7: the name, and arguments each with its type. */
export type Call = { name: string; args: Arg[] };

const NAME = /^([A-Za-z][A-Za-z0-9]{0,49}\.[A-Za-z][A-Za-z0-9]{0,49})\s*(?:\(([\s\S]*)\))?$/;

/** One argument at the head of the rest: a quoted text without quotes of its own, or a word. */
const ARG = /^\s*(?:'([^'"]*)'|"([^'"]*)"|([^\s,'"()]+))\s*(?:,|$)/;

/**
 * Reads an invocation target: quoted texts, true/false, `2000L`, `316.50D`, integers. undefined: it
 * is none. Nothing in it is ever evaluated.
 */
export function parseTarget(target: string): Call | undefined {
  const [, name, list = ""] = NAME.exec(target.trim()) ?? [];
  if (name === undefined) return undefined;
  const args: Arg[] = [];
  let rest = list.trim();
  if (rest.endsWith(",")) return undefined;
  while (rest !== "") {
    const found = ARG.exec(rest);
    const arg = found && argOf(found[1] ?? found[2], found[3]);
    if (!found || !arg) return undefined;
    args.push(arg);
    rest = rest.slice(found[0].length).trimStart();
  }
  return { name, args };
}

function argOf(text: string | undefined, word = ""): Arg | undefined {
  if (text !== undefined) return { type: "string", value: text };
  if (word === "true" || word === "false") return { type: "boolean", value: word === "true" };
  const [, digits = "", fraction = "", letter] =
    /^(-?\d{1,15})(\.\d{1,15})?([LD])?$/.exec(word) ?? [];
  if (digits === "") return undefined;
  const value = Number(digits + fraction);
  if (letter === "D") return { type: "double", value };
  if (fraction !== "") return undefined;
  if (letter === "L") return { type: "long", value };
  return Math.abs(value) <= 2_147_483_647 ? { type: "integer", value } : undefined;
}
