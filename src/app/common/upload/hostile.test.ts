import fs from "node:fs";
import { type AddressInfo, connect } from "node:net";
import path from "node:path";
import { crc32, deflateSync } from "node:zlib";
import { strToU8, zipSync } from "fflate";
import sharp from "sharp";
import { afterEach, describe, expect, test } from "vitest";
import { sweepTemporary } from "#src/server/files/temporary-file.ts";
import { startApp } from "#src/test/app.ts";
import { type Part, upload } from "#src/test/multipart.ts";
import { storedFile } from "./table.server.ts";

// security 4.3, "Uploads": each answer by its rule, and nothing left behind.
const it = await startApp();
const { token } = await it.as("staff");
const filesDir = path.join(it.dataDir, "files");

const MB = 1024 * 1024;
const TOO_MANY_PIXELS = "图片的像素过多，请缩小到 4000 万像素以内再上传";
const UNREADABLE = "图片无法识别或已损坏，请换一张图片";
const notTrue = (name: string, extension: string) =>
  `文件[${name}]的内容与后缀[${extension}]不符，请选择真实的${extension}文件`;
const wrongType = (name: string, extension: string) =>
  `文件[${name}]后缀[${extension}]不正确，请上传[bmp, gif, jpg, jpeg, png, doc, docx, xls, xlsx, ` +
  "ppt, pptx, txt, rar, zip, gz, bz2, mp4, avi, rmvb, pdf]格式";

const send = (name: string, bytes: Uint8Array) =>
  upload(it, "/common/upload", [{ field: "file", name, bytes }], { token });
const get = (url: string) => it.app.inject({ url: `/prod-api${url}` });

const files = () =>
  fs.existsSync(filesDir)
    ? fs
        .readdirSync(filesDir, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => path.join(entry.parentPath, entry.name))
    : [];
const traces = async () => ({ files: files(), rows: await it.db.$count(storedFile) });

afterEach(() => expect(files().filter((name) => name.endsWith(".part"))).toEqual([]));

const plain = { create: { width: 40, height: 30, channels: 3, background: "#c23a22" } } as const;
const png = await sharp(plain).png().toBuffer();
const jpeg = await sharp(plain).jpeg().toBuffer();
const gif = await sharp(plain).gif().toBuffer();
const SCRIPT = "<script>alert(document.domain)</script>";
const spoken = await sharp(plain)
  .jpeg()
  .withExif({ IFD0: { Copyright: SCRIPT }, IFD3: { GPSLatitude: "39/1 54/1 0/1" } })
  .toBuffer();

/** A PNG that says it is so large, with next to nothing in it. */
function pngOf(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, sum]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([1, 0, 0, 0, 0], 8);
  const row = Buffer.alloc(Math.ceil(width / 8) + 1);
  return Buffer.concat([
    Buffer.from("89504e470d0a1a0a", "hex"),
    chunk("IHDR", head),
    chunk("IDAT", deflateSync(Buffer.concat(Array.from({ length: 50 }, () => row)))),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

/** A GIF of `frames` frames of one pixel each. */
function gifOf(frames: number): Buffer {
  const frame = Buffer.from(
    "21f904000a0000002c00000000010001000002024401 00".replace(" ", ""),
    "hex",
  );
  return Buffer.concat([
    Buffer.from("474946383961010001008000000000ffffffff", "hex").subarray(0, 13),
    Buffer.from("000000ffffff", "hex"),
    Buffer.from("21ff0b4e45545343415045322e300301000000", "hex"),
    ...Array.from({ length: frames }, () => frame),
    Buffer.from([0x3b]),
  ]);
}

const WORD = "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml";
const SHEET = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml";

/** A document as Office has it: the part's name and type, and more parts. */
const office = (part: string, type: string, more: Record<string, string> = {}, extra = "") =>
  Buffer.from(
    zipSync({
      "[Content_Types].xml": strToU8(
        `<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/${part}" ContentType="${type}"/>${extra}</Types>`,
      ),
      [part]: strToU8("<document/>"),
      ...Object.fromEntries(Object.entries(more).map(([name, text]) => [name, strToU8(text)])),
    }),
  );
const docx = (more = {}, extra = "") => office("word/document.xml", WORD, more, extra);

/** A document of the old kind: its signature, and names in its directory. */
const ole = (...names: string[]) => {
  const bytes = Buffer.alloc(4096);
  bytes.set(Buffer.from("d0cf11e0a1b11ae1", "hex"));
  for (const [index, name] of names.entries()) bytes.write(name, 1024 + index * 128, "utf16le");
  return bytes;
};

describe("refused, with nothing left behind", () => {
  const cases: [what: string, name: string, bytes: () => Uint8Array, text: string][] = [
    ["0 byte", "空.pdf", () => Buffer.alloc(0), "上传的文件为空"],
    [
      "5 MB and a byte",
      "大.txt",
      () => Buffer.alloc(5 * MB + 1, 97),
      "上传的文件大小超出限制的文件大小！<br/>允许的文件最大大小是：5MB！",
    ],
    ["a PNG of 50,000 by 50,000", "巨.png", () => pngOf(50_000, 50_000), TOO_MANY_PIXELS],
    ["a PNG just too large", "大.png", () => pngOf(8_000, 5_001), TOO_MANY_PIXELS],
    [
      "a GIF of 10,000 frames",
      "动.gif",
      () => gifOf(10_000),
      "动图的画面过多，请减少到 500 帧以内再上传",
    ],
    ["half a JPEG", "半.jpg", () => jpeg.subarray(0, jpeg.length / 2), UNREADABLE],
    ["half a PNG", "半.png", () => png.subarray(0, png.length - 30), UNREADABLE],
    ["HTML named as a picture", "a.jpg", () => Buffer.from(SCRIPT), notTrue("a.jpg", "jpg")],
    ["a renamed picture", "a.png", () => jpeg, notTrue("a.png", "png")],
    [
      "a program named as a document",
      "a.pdf",
      () => Buffer.from("MZ\x90\0"),
      notTrue("a.pdf", "pdf"),
    ],
    [
      "HTML in front of a PDF",
      "a.pdf",
      () => Buffer.from(`${SCRIPT}%PDF-1.7`),
      notTrue("a.pdf", "pdf"),
    ],
    [
      "a zip named as a document",
      "a.docx",
      () => Buffer.from(zipSync({ a: png })),
      notTrue("a.docx", "docx"),
    ],
    ["half a document", "a.docx", () => docx().subarray(0, -30), notTrue("a.docx", "docx")],
    [
      "an old document under a new name",
      "a.docx",
      () => ole("WordDocument"),
      notTrue("a.docx", "docx"),
    ],
    ["SVG", "图.svg", () => Buffer.from("<svg/>"), wrongType("图.svg", "svg")],
    ["a double extension", "图.jpg.html", () => jpeg, wrongType("图.jpg.html", "html")],
    ["right to left", "图\u202egpj.exe", () => jpeg, wrongType("图gpj.exe", "exe")],
    [
      "NUL behind the extension",
      "图.exe\0.jpg.exe",
      () => jpeg,
      wrongType("图.exe.jpg.exe", "exe"),
    ],
    ["300 characters", `${"长".repeat(296)}.jpg`, () => jpeg, "上传的文件名最长100个字符"],
    [
      "a .docx with macros",
      "宏.docx",
      () => docx({ "word/vbaProject.bin": "x" }),
      "文件[宏.docx]含有宏，请另存为不含宏的文件后再上传",
    ],
    [
      "macros under another name",
      "宏.docx",
      () =>
        docx(
          { "word/text.bin": "x" },
          '<Override PartName="/word/text.bin" ContentType="application/vnd.ms-office.vba&#80;roject"/>',
        ),
      "文件[宏.docx]含有宏，请另存为不含宏的文件后再上传",
    ],
    [
      "a .docm named .docx",
      "宏.docx",
      () => office("word/document.xml", "application/vnd.ms-word.document.macroEnabled.main+xml"),
      "文件[宏.docx]含有宏，请另存为不含宏的文件后再上传",
    ],
    [
      "a .xlsx with macros of the old kind",
      "宏.xlsx",
      () => office("xl/workbook.xml", SHEET, { "xl/macrosheets/sheet1.xml": "x" }),
      "文件[宏.xlsx]含有宏，请另存为不含宏的文件后再上传",
    ],
    [
      "a .doc with macros",
      "宏.doc",
      () => ole("WordDocument", "Macros", "VBA", "_VBA_PROJECT"),
      "文件[宏.doc]含有宏，请另存为不含宏的文件后再上传",
    ],
    [
      "a .xls with macros",
      "宏.xls",
      () => ole("Workbook", "_VBA_PROJECT_CUR"),
      "文件[宏.xls]含有宏，请另存为不含宏的文件后再上传",
    ],
  ];
  test.each(cases)("%s", async (_what, name, bytes, text) => {
    const before = await traces();
    expect(await send(name, bytes())).toEqual({ code: 500, msg: text });
    expect(await traces()).toEqual(before);
  });

  test("the sixth file", async () => {
    const before = await traces();
    const parts = Array.from(
      { length: 6 },
      (_, index): Part => ({ field: "files", name: `${index}.png`, bytes: png }),
    );
    expect(await upload(it, "/common/uploads", parts, { token })).toEqual({
      code: 500,
      msg: "上传文件数量不能超过 5 个!",
    });
    expect(await traces()).toEqual(before);
  });
});

describe("taken, and harmless", () => {
  const POLYGLOTS: [string, string, Uint8Array][] = [
    ["GIF and JavaScript", "a.gif", Buffer.concat([gif, Buffer.from(`/*${SCRIPT}*/=1;`)])],
    ["JPEG and HTML", "a.jpg", Buffer.concat([jpeg, Buffer.from(SCRIPT)])],
    ["PNG and HTML", "a.png", Buffer.concat([png, Buffer.from(SCRIPT)])],
    ["PNG and ZIP", "b.png", Buffer.concat([png, zipSync({ "a.html": strToU8(SCRIPT) })])],
    ["HTML in the EXIF", "c.jpg", spoken],
  ];
  test.each(POLYGLOTS)("%s: the picture alone stays", async (_what, name, bytes) => {
    expect(Buffer.from(bytes).includes("<script>") || name === "b.png").toBe(true);
    const { fileName } = await send(name, bytes);
    const shown = await get(String(fileName));
    expect(shown.statusCode).toBe(200);
    expect(shown.rawPayload.includes("script")).toBe(false);
    expect(shown.rawPayload.includes("PK\x03\x04")).toBe(false);
    expect((await sharp(shown.rawPayload).metadata()).exif).toBeUndefined();
  });

  test.each([
    ["PDF and HTML", "a.pdf", Buffer.from(`%PDF-1.7\n${SCRIPT}\n%%EOF`), "application/pdf"],
    ["BMP and JavaScript", "a.bmp", Buffer.from(`BM/*\0\0\0${SCRIPT}*/=1;`), "image/bmp"],
    ["a text of tags", "a.txt", Buffer.from(SCRIPT), "text/plain; charset=utf-8"],
  ])("%s: saved, never shown in its place", async (_what, name, bytes, mime) => {
    const { fileName } = await send(name, bytes);
    const shown = await get(String(fileName));
    expect(shown.headers).toMatchObject({
      "content-type": mime,
      "content-disposition": expect.stringMatching(/^attachment/),
      "x-content-type-options": "nosniff",
      "content-security-policy": expect.stringContaining("sandbox"),
    });
  });

  test.each([
    ["CON.txt", "CON.txt"],
    ["nul.pdf.txt", "nul.pdf.txt"],
    ["C:\\报表\\年\0报.txt", "年报.txt"],
    ["../../etc/名\u202e单.txt", "名单.txt"],
    ["<img src=x onerror=alert(1)>.txt", "<img src=x onerror=alert(1)>.txt"],
    [`${"长".repeat(96)}.txt`, `${"长".repeat(96)}.txt`],
  ])("the name %j is only shown; the store has one of its own", async (name, shown) => {
    const body = await send(name, Buffer.from("家庭教育"));
    expect(body.originalFilename).toBe(shown);
    expect(body.fileName).toMatch(/^\/profile\/upload\/\d{4}\/\d\d\/\d\d\/[\da-f]{32}\.txt$/);
  });

  test("documents without macros, an embedded object, 5 MB to the byte", async () => {
    const embedded = docx({ "word/embeddings/oleObject1.bin": "x" });
    for (const [name, bytes] of [
      ["a.docx", embedded],
      ["a.xlsx", office("xl/workbook.xml", SHEET)],
      ["a.doc", ole("WordDocument")],
      ["a.txt", Buffer.alloc(5 * MB, 97)],
      ["动.gif", gifOf(20)],
    ] as const) {
      expect([name, (await send(name, bytes)).code]).toEqual([name, 200]);
    }
  });
});

describe("cut off halfway", () => {
  test("whoever goes away in the middle leaves nothing", async () => {
    await it.app.listen({ port: 0, host: "127.0.0.1" });
    const { port } = it.app.server.address() as AddressInfo;
    const before = await traces();
    const head = '--cut\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\n';
    for (let tenth = 1; tenth <= 9; tenth++) {
      const socket = connect(port, "127.0.0.1");
      socket.write(
        `POST /prod-api/common/upload HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n` +
          `Content-Type: multipart/form-data; boundary=cut\r\nContent-Length: ${2 * MB}\r\n\r\n${head}`,
      );
      await new Promise<void>((sent) =>
        socket.write(Buffer.alloc((2 * MB * tenth) / 10, 97), () => sent()),
      );
      await expect.poll(() => files().some((name) => name.endsWith(".part"))).toBe(true);
      socket.destroy();
      await expect.poll(() => files().some((name) => name.endsWith(".part"))).toBe(false);
    }
    expect(await traces()).toEqual(before);
  });

  test("what an ended process left is swept within a minute; what is under way is not", async () => {
    const folder = path.join(filesDir, ".incoming");
    fs.mkdirSync(folder, { recursive: true });
    const [old, fresh] = ["a".repeat(32), "b".repeat(32)].map((name) =>
      path.join(folder, `${name}.part`),
    ) as [string, string];
    fs.writeFileSync(old, "x");
    fs.writeFileSync(fresh, "x");
    const then = new Date(Date.now() - 40_000);
    fs.utimesSync(old, then, then);
    expect(await sweepTemporary(it.dataDir)).toBe(1);
    expect([fs.existsSync(old), fs.existsSync(fresh)]).toEqual([false, true]);
    fs.rmSync(fresh);
  });
});
