// Reference of a payment: `H`, six characters and one that checks them (product 4.6). Written by hand into
// the remark of a transfer, so without I, O, 0 and 1.
const ALPHABET = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ";
const LENGTH = 6;

/** Multiplies by x in the field of 32 elements (x^5 + x^2 + 1). */
const timesX = (value: number): number => ((value << 1) ^ (value & 16 ? 0b100101 : 0)) & 31;

/** Tells one wrong character, and two neighbours that changed places: each place has its own factor. */
function checkOf(values: readonly number[]): number {
  return values.reduce((sum, value) => timesX(sum) ^ value, 0);
}

/** A reference of six random bytes. */
export function referenceOf(bytes: Uint8Array): string {
  const values = [...bytes.subarray(0, LENGTH)].map((byte) => byte & 31);
  if (values.length < LENGTH) throw new Error(`a reference takes ${LENGTH} bytes`);
  return `H${[...values, timesX(checkOf(values))].map((value) => ALPHABET[value]).join("")}`;
}

/** Whether the text is a reference with its right check character; capitals alone. */
export function isReference(text: string): boolean {
  const values = [...text.slice(1)].map((letter) => ALPHABET.indexOf(letter));
  if (!text.startsWith("H") || values.length !== LENGTH + 1 || values.includes(-1)) return false;
  return timesX(checkOf(values.slice(0, LENGTH))) === values[LENGTH];
}

/** The references in the remark of a transfer, whatever stands around or between their characters. */
export function referencesIn(remark: string): string[] {
  const bare = remark
    .normalize("NFKC")
    .toUpperCase()
    .replace(/[\s\-_.·]/g, "");
  const found = new Set<string>();
  for (let at = bare.indexOf("H"); at >= 0; at = bare.indexOf("H", at + 1)) {
    const text = bare.slice(at, at + LENGTH + 2);
    if (isReference(text)) found.add(text);
  }
  return [...found];
}
