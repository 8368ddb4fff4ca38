import { idsOfText } from "../../lib/id-text.ts";
import { AppError } from "../http/errors.ts";
import { plainText } from "./ids.ts";

const NOT_SORTED = "保存排序异常，请联系管理员";

/** Refuses a call of updateSort with the contract's text. */
export const notSorted = (): AppError => new AppError(NOT_SORTED);

/** New places by id, from the two comma lists of a call of updateSort (wire 2.5 and 2.6). */
export function placesOf(ids: unknown, orderNums: unknown): Map<number, number> {
  const numbers = plainText(orderNums)
    .split(",")
    .map((each) => each.trim());
  // An id that stands twice is one key: the lists then differ in length.
  const keys = idsOfText(plainText(ids)) ?? [];
  const places = new Map(keys.map((id, index) => [id, Number(numbers[index])]));
  const isWrong =
    keys.length === 0 ||
    numbers.length !== keys.length ||
    numbers.some((each) => !/^\d{1,6}$/.test(each));
  if (isWrong) throw notSorted();
  return places;
}
