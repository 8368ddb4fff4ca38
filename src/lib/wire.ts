import { type TNumber, type TSchema, type TString, Type } from "typebox";

// Parts of the schemas of the wire. The browser takes the types of a slice's wire.ts, never this code.

/** A value or null, as the contract sends empty ones. */
export const Nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);

/** One of a few texts. */
export const OneOf = <const V extends string>(values: readonly V[]) =>
  Type.Unsafe<V>({ type: "string", enum: [...values] });

type All<K extends string, T extends TSchema> = { [N in K]: T };

/** Keys that hold numbers, for the properties of an object. */
export const numbers = <K extends string>(...names: readonly K[]) =>
  Object.fromEntries(names.map((name) => [name, Type.Number()])) as All<K, TNumber>;

/** Keys that hold texts. */
export const texts = <K extends string>(...names: readonly K[]) =>
  Object.fromEntries(names.map((name) => [name, Type.String()])) as All<K, TString>;

/** The number of a row, as a body names it: no column holds a larger one. */
export const RowId = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, title: "编号" });
