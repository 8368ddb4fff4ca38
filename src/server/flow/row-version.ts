import { AppError, CONFLICT } from "../http/errors.ts";

/**
 * For `Flow.checkVersion` of a record whose version is a column: a call that names none is made for any.
 * @throws AppError with the version there is, when the call was made for another one.
 */
export async function checkRowVersion(
  _tx: unknown,
  row: { version: number },
  version: unknown,
): Promise<void> {
  if (version === undefined || version === null || version === "") return;
  if (Number(version) !== row.version) {
    throw new AppError(CONFLICT, { data: { version: row.version } });
  }
}
