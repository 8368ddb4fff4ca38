const bytesOf = new Map<string, readonly [number, number]>();

/** What this machine decodes, the other way round: Node writes no GBK by itself. */
function learn(): void {
  const decoder = new TextDecoder("gb18030");
  for (let lead = 0x81; lead <= 0xfe; lead++) {
    for (let trail = 0x40; trail <= 0xfe; trail++) {
      const text = trail === 0x7f ? "" : decoder.decode(Uint8Array.of(lead, trail));
      if (text.length === 1 && text !== "\uFFFD") bytesOf.set(text, [lead, trail]);
    }
  }
}

/** A text as the banks' programs write it; a character that GBK does not have becomes a question mark. */
export function gbk(text: string): Buffer {
  if (bytesOf.size === 0) learn();
  return Buffer.from(
    [...text].flatMap((each) => {
      const code = each.charCodeAt(0);
      return code < 128 ? [code] : [...(bytesOf.get(each) ?? [0x3f])];
    }),
  );
}
