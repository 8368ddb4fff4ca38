/** Characters of a reason that somebody is asked for. */
export const REASON = { least: 5, most: 200 } as const;

const lengthOf = (text: string): number => Array.from(text).length;

/** Whether a text without blanks around it says enough to be a reason. */
export const isLongReason = (text: string): boolean => lengthOf(text) >= REASON.least;

/** The same, and no more than is kept. */
export const isReason = (text: string): boolean =>
  isLongReason(text) && lengthOf(text) <= REASON.most;

/** What is said where the reason of an act is missing, or is too long. */
export const REASON_ASKED = `请写明原因，${REASON.least} 到 ${REASON.most} 个字`;
