// An id as a path, a query or a form has it: digits, at most those of PostgreSQL's bigint.

/** For patterns of schemas. */
export const ID = "\\d{1,19}";
/** One id, or several with commas between. */
export const IDS = `${ID}(,${ID})*`;

const WHOLE_ID = new RegExp(`^${ID}$`);
const WHOLE_IDS = new RegExp(`^${IDS}$`);

/** The id that a text says; undefined for any other text and for a number that no row can have. */
export function idOfText(text: string): number | undefined {
  const id = Number(text);
  return WHOLE_ID.test(text) && Number.isSafeInteger(id) ? id : undefined;
}

/** The ids of a list, each once, without those that no row can have; undefined for any other text. */
export const idsOfText = (text: string): number[] | undefined =>
  WHOLE_IDS.test(text)
    ? [...new Set(text.split(",").map(Number))].filter(Number.isSafeInteger)
    : undefined;

/** Whether a tab's `?edit=` names an entry, an existing one by its id or `new`. */
export const isEdited = (text = ""): boolean => text === "new" || (idOfText(text) ?? 0) > 0;
