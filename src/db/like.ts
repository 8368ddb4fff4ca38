import { ilike, like, type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";

/** A person's text as part of a LIKE pattern, in which it means itself. */
export const escapeLike = (text: string): string => text.replace(/[\\%_]/g, "\\$&");

/** The LIKE pattern of what contains a person's text. */
export const likePattern = (text: string): string => `%${escapeLike(text)}%`;

/**
 * A column contains a person's text, large letters or small. Most of what is looked for is Chinese, which has
 * neither: then the plain comparison says the same in a quarter of the time.
 */
export const contains = (column: AnyPgColumn, text: string): SQL =>
  (text.toLowerCase() === text.toUpperCase() ? like : ilike)(column, likePattern(text));

/**
 * The same of a column that has an index of its pairs of characters (function `text_pairs` of the database), which
 * finds two characters among many rows; one alone is looked for in each of them.
 */
export const containsPairs = (column: AnyPgColumn, text: string): SQL =>
  [...text].length < 2
    ? contains(column, text)
    : sql`(text_pairs(${column}) @> text_pairs(${text}) and ${contains(column, text)})`;

/** What such an index is of. */
export const pairsOf = (column: AnyPgColumn): SQL => sql`text_pairs(${column})`;
