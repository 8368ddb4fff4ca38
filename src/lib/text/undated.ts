/** Day that an import gives to documents whose date nobody knows; it sorts last and is never shown. */
export const UNDATED_DAY = "1900-01-01";

/** `yyyy-MM-dd` of a createTime, empty where the date is not known. */
export const shownDay = (createTime: string): string =>
  createTime.startsWith(UNDATED_DAY) ? "" : createTime.slice(0, 10);
