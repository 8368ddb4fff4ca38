import { type TObject, type TOptional, type TUnknown, Type } from "typebox";
import { isBlank } from "../../lib/text/blank.ts";
import { plainText } from "../crud/ids.ts";
import { AppError } from "../http/errors.ts";

/** A value that was read, or the text that says what is wrong with it. */
type Read<T> = { value: T } | { error: string };

/** How one key of a request's body becomes a column's value. */
export type Field<T = unknown> = {
  label: string;
  /** What heads its column in a sheet, where that is not the label. */
  short?: string;
  /** Text for a value that is missing; undefined: it may be. */
  missing: string | undefined;
  read: (value: unknown) => Read<T>;
  /** JSON Schema of what is read, for the API's description. */
  shape?: Readonly<Record<string, unknown>>;
  /** Its values in words, for sheets. */
  words?: Readonly<Record<string, string>> | undefined;
  /** Kept as fen, sent as a decimal text, a number with two places in sheets. */
  isMoney?: boolean;
  /** The value may name stored files: crud() notes that they are used. */
  namesFiles?: boolean;
};

type Common = {
  /** The contract's text (wire 4.4), where it is not `<label>不能为空`. */
  missing?: string;
  isRequired?: boolean;
};

const missingText = (label: string, { missing, isRequired }: Common) =>
  isRequired ? (missing ?? `${label}不能为空`) : undefined;

/**
 * A text of at most `max` characters, trimmed; a number is taken for its digits. `pattern` comes with
 * the text for what does not match, `tooLong` where the contract has words of its own.
 */
export function text(
  label: string,
  options: Common & { max: number; pattern?: RegExp; wrong?: string; tooLong?: string },
): Field<string> {
  const { max, pattern, wrong = `${label}格式不正确` } = options;
  const { tooLong = `${label}长度不能超过${max}个字符` } = options;
  return {
    label,
    missing: missingText(label, options),
    shape: { type: "string", maxLength: max, ...(pattern ? { pattern: pattern.source } : {}) },
    read(value) {
      if (typeof value !== "string" && typeof value !== "number") return { error: wrong };
      const plain = String(value).trim();
      if ([...plain].length > max) return { error: tooLong };
      // PostgreSQL keeps no NUL in a text.
      if (plain.includes("\0") || (pattern && plain !== "" && !pattern.test(plain))) {
        return { error: wrong };
      }
      return { value: plain };
    },
  };
}

/** A whole number from `min` (0) to `max`; digits in a text count. */
export function whole(
  label: string,
  options: Common & { min?: number; max?: number } = {},
): Field<number> {
  const { min = 0, max = 999_999 } = options;
  return {
    label,
    missing: missingText(label, options),
    shape: { type: "integer", minimum: min, maximum: max },
    read(value) {
      const number = typeof value === "string" ? Number(value.trim()) : value;
      return typeof number === "number" &&
        Number.isInteger(number) &&
        number >= min &&
        number <= max
        ? { value: number }
        : { error: `${label}应为 ${min} 到 ${max} 的整数` };
    },
  };
}

/** One of a few strings; a number is taken for its digits. */
export function choice(
  label: string,
  values: readonly string[],
  options: Common & { words?: Readonly<Record<string, string>> } = {},
): Field<string> {
  return {
    label,
    missing: missingText(label, options),
    shape: { type: "string", enum: values },
    words: options.words,
    read: (value) =>
      values.includes(plainText(value)) ? { value: plainText(value) } : { error: `${label}不正确` },
  };
}

/** true or false, also as text. */
export function flag(label: string): Field<boolean> {
  return {
    label,
    missing: undefined,
    shape: { type: "boolean" },
    words: { true: "是", false: "否" },
    read: (value) =>
      value === true || value === "true"
        ? { value: true }
        : value === false || value === "false"
          ? { value: false }
          : { error: `${label}不正确` },
  };
}

/** What the fields of a body are once they are read; a key that was absent is not there. */
type Values<F> = { [K in keyof F]?: F[K] extends Field<infer T> ? T : never };

/**
 * Reads the fields of a body and refuses with every wrong one at once. Keys that are no field are
 * ignored (wire 1.2). A key that is absent is left out; `isWhole` demands the required ones.
 */
export function readFields<F extends Readonly<Record<string, Field>>>(
  fields: F,
  body: Readonly<Record<string, unknown>>,
  isWhole: boolean,
): Values<F> {
  const values: Record<string, unknown> = {};
  const wrong: Record<string, string> = {};
  for (const [name, field] of Object.entries(fields)) {
    const given = body[name];
    if (given === undefined && !isWhole) continue;
    const isEmpty =
      given === undefined || given === null || (typeof given === "string" && isBlank(given));
    if (isEmpty && field.missing) {
      wrong[name] = field.missing;
      continue;
    }
    // Nothing said: the column's own default, or what is there already.
    if (given === undefined || given === null) continue;
    const read = field.read(given);
    if ("error" in read) wrong[name] = read.error;
    else values[name] = read.value;
  }
  const [first] = Object.values(wrong);
  if (first) throw new AppError(first, { fields: wrong });
  return values as Values<F>;
}

const ROW_ID = { label: "主键", missing: "必填", shape: { type: "integer", minimum: 1 } };

/**
 * Body schema of what readFields reads. It checks nothing, for the fields say what is wrong in the
 * contract's words; `x-shape` describes them to readers of the API's description (api-docs.ts).
 * `id`: the key of the row to change.
 */
export const fieldsBody = <K extends string>(
  fields: Readonly<Record<string, Field>>,
  names: readonly K[],
  id?: string,
): TObject<{ [N in K]: TOptional<TUnknown> }> =>
  Type.Object(
    Object.fromEntries(
      names.map((name) => {
        const { label, missing, shape } = fields[name] ?? (name === id ? ROW_ID : {});
        const about = {
          ...(label ? { title: label } : {}),
          "x-shape": { ...shape, ...(missing ? { "x-required": true } : {}) },
        };
        return [name, Type.Optional(Type.Unknown(about))];
      }),
    ) as { [N in K]: TOptional<TUnknown> },
  );

/** Fastify hook: no body at all is an empty one, the fields say what is missing. */
export const fillBody = async (request: { body: unknown }): Promise<void> => {
  request.body ??= {};
};
