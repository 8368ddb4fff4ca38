// What lists show of a person (product 4.1): enough to tell people apart, too little to be used. Credit codes of
// units are public and have no mask. A masked value is never stored, and none opens one.

/** `张*`, however long the name is: its length would tell who it is. */
export const maskName = (name: string): string =>
  name === "" ? "" : `${Array.from(name)[0] ?? ""}*`;

/** `138****0000`; a text that is no phone shows nothing. */
export function maskPhone(text: string): string {
  return /^\d{11}$/.test(text) ? `${text.slice(0, 3)}****${text.slice(7)}` : "";
}

/** `w***@example.org`. */
export const maskEmail = (email: string): string => email.replace(/^(.).*(?=@)/, "$1***");

/** `1101**********123X`; of the shorter numbers of other papers the first sign and the last two, `E******78`. */
export function maskPaperNumber(number: string): string {
  if (!/^[0-9A-Z]{5,20}$/.test(number)) return "";
  const [before, after] = number.length >= 15 ? [4, 4] : [1, 2];
  const hidden = "*".repeat(number.length - before - after);
  return number.slice(0, before) + hidden + number.slice(-after);
}
