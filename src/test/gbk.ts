/** Bytes of GBK by character: what this machine decodes, the other way round. */
const BYTES = new Map<string, readonly [number, number]>();
const decoder = new TextDecoder("gb18030");
for (let lead = 0x81; lead <= 0xfe; lead++) {
  for (let trail = 0x40; trail <= 0xfe; trail++) {
    if (trail === 0x7f) continue;
    const text = decoder.decode(Uint8Array.of(lead, trail));
    if (text.length === 1 && text !== "\uFFFD") BYTES.set(text, [lead, trail]);
  }
}

/** A text as the banks' programs write it. @throws Error for a character that GBK does not have. */
export function gbk(text: string): Buffer {
  return Buffer.from(
    [...text].flatMap((each) => {
      if (each.charCodeAt(0) < 128) return [each.charCodeAt(0)];
      const bytes = BYTES.get(each);
      if (!bytes) throw new Error(`GBK has no ${each}`);
      return [...bytes];
    }),
  );
}
