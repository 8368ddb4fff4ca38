import path from "node:path";
import { expect, test } from "vitest";
import { scratchFile } from "../../test/scratch.ts";
import { book, sheet } from "../../test/workbooks.ts";
import { workbookReader } from "./workbook-reader.ts";

const env = { rootDir: path.resolve(import.meta.dirname, "../../..") };
const COLUMNS = [
  ["名称", "name"],
  ["数量", "count"],
] as const;
const text = (value: string) => `<c t="str"><v>${value}</v></c>`;
const HEAD = `<row>${text("数量")}${text("名称")}${text("备注")}</row>`;
const good = scratchFile(
  book(sheet(`${HEAD}<row><c><v>3</v></c>${text("苹&amp;果")}${text("多出的")}</row>`)),
);
const PART = 12 * 1024 * 1024 - 1_000;
const repeated = (piece: string, bytes = PART) => piece.repeat(bytes / Buffer.byteLength(piece));
/** Seconds of work and a heap of hundreds of megabytes in a file of 20 KB. */
const heavy = scratchFile(book(`<row><c t="inlineStr"><t>${repeated("&#38;")}</t></c></row>`));

/** What a call came to, and the longest time this process answered nothing else. */
async function observed(read: Promise<unknown>) {
  let pause = 0;
  let before = performance.now();
  const beat = setInterval(() => {
    pause = Math.max(pause, performance.now() - before);
    before = performance.now();
  }, 5);
  const begun = before;
  const answer = await read.catch((error: Error) => error.message);
  clearInterval(beat);
  return { answer, pause, took: performance.now() - begun };
}

test("records come back as they are in the sheet; texts for the person cross the thread", async () => {
  const read = workbookReader(env);
  expect(await read(good, COLUMNS, 10)).toEqual([
    { number: 2, values: { name: "苹&果", count: "3" } },
  ]);
  await expect(read(good, [["价格", "price"]], 10)).rejects.toMatchObject({
    message: "工作表第一行缺少“价格”列，请使用下载的模板",
    refusal: 500,
  });
  await expect(read(scratchFile(Buffer.from("a")), COLUMNS, 10)).rejects.toThrow(
    "文件不是有效的Excel工作簿",
  );
});

test("100,000 rows are refused, the process goes on", async () => {
  const rows = `<row>${text("1")}${text("一")}</row>`;
  const many = scratchFile(book(sheet(HEAD + rows.repeat(100_000))));
  const { answer, pause } = await observed(workbookReader(env)(many, COLUMNS, 5_000));
  expect(answer).toBe("一次最多导入5000行，请拆分成几个文件后再导入");
  expect(pause).toBeLessThan(1_000);
});

test("too long a reading is ended, too much memory ends the thread alone", async () => {
  const slow = workbookReader(env, { milliseconds: 300 });
  const ended = await observed(slow(heavy, COLUMNS, 10));
  expect(ended.answer).toBe("读取工作簿用时过长，请拆分成几个文件后再导入");
  expect(ended.took).toBeLessThan(3_000);
  expect(ended.pause).toBeLessThan(1_000);

  const small = workbookReader(env, { memoryMb: 12 });
  const full = await observed(small(heavy, COLUMNS, 10));
  expect(full.answer).toBe("工作簿的内容过多，请拆分成几个文件后再导入");
  expect(full.pause).toBeLessThan(1_000);
  expect(await workbookReader(env)(good, COLUMNS, 10)).toHaveLength(1);
});

test("tags without an end are read once, not from each of them to the end", async () => {
  const { answer, took } = await observed(
    workbookReader(env)(scratchFile(book(repeated("<row "))), COLUMNS, 10),
  );
  expect(answer).toMatch(/^文件不是有效的Excel工作簿/);
  expect(took).toBeLessThan(5_000);
});

test("one at a time; more than may wait are refused", async () => {
  const read = workbookReader(env, { waiting: 1 });
  const first = read(good, COLUMNS, 10);
  const second = read(good, COLUMNS, 10);
  await expect(read(good, COLUMNS, 10)).rejects.toThrow("正在处理其他导入，请稍后再试");
  expect(await Promise.all([first, second])).toHaveLength(2);
  expect(await read(good, COLUMNS, 10)).toHaveLength(1);
});
