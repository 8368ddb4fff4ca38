import { deflateRawSync } from "node:zlib";

// Workbooks as other programs write them, and as nobody should: made of parts, by hand.

type Entry = { name: string; text: string | Buffer; size?: number };

/** A zip of these parts; `size` is the size that its directory claims. */
export function zipOf(files: Entry[]): Buffer {
  const bodies: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const { name, text, size } of files) {
    const plain = Buffer.from(text);
    const packed = deflateRawSync(plain);
    const title = Buffer.from(name);
    const head = Buffer.alloc(30);
    head.writeUInt32LE(0x04034b50, 0);
    head.writeUInt16LE(8, 8);
    head.writeUInt32LE(packed.length, 18);
    head.writeUInt16LE(title.length, 26);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(8, 10);
    entry.writeUInt32LE(packed.length, 20);
    entry.writeUInt32LE(size ?? plain.length, 24);
    entry.writeUInt16LE(title.length, 28);
    entry.writeUInt32LE(at, 42);
    bodies.push(head, title, packed);
    directory.push(entry, title);
    at += 30 + title.length + packed.length;
  }
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...bodies, ...directory, end]);
}

/** Sheets 一 (this one) and 二; `sheet` takes the place of the first one's part. */
export const book = (sheet: string | Buffer, more: Partial<Record<string, Entry>> = {}): Buffer =>
  zipOf([
    {
      name: "xl/workbook.xml",
      text: '<x:workbook xmlns:x="m"><x:sheets><x:sheet name="一" sheetId="1" r:id="rId7"/><x:sheet name="二" sheetId="2" r:id="rId8"/></x:sheets></x:workbook>',
    },
    {
      name: "xl/_rels/workbook.xml.rels",
      text: '<Relationships><Relationship Id="rId8" Target="worksheets/b.xml"/><Relationship Target="/xl/worksheets/a.xml" Id="rId7"/></Relationships>',
    },
    more.sheet ?? { name: "xl/worksheets/a.xml", text: sheet },
    { name: "xl/worksheets/b.xml", text: "<sheetData/>" },
    {
      name: "xl/sharedStrings.xml",
      text: "<sst><si><t>登录名称</t></si><si><r><t>何</t></r><r><t xml:space='preserve'>&#38;_x000D_青</t></r><rPh><t>he</t></rPh></si></sst>",
    },
  ]);

export const sheet = (cells: string) => `<worksheet><sheetData>${cells}</sheetData></worksheet>`;
