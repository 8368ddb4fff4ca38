import path from "node:path";
import { performance } from "node:perf_hooks";
import { expect, test } from "vitest";
import { readPdf } from "../../../test/pdf.ts";
import { NO_FONT_HAS, writeFontWith } from "../../../test/pdf-samples.ts";
import { scratchFolder } from "../../../test/scratch.ts";
import type { CertificateData } from "./certificate.ts";
import { PdfDrawer, pdfDrawer } from "./pdf-drawer.ts";

const rootDir = path.resolve(import.meta.dirname, "../../../..");

const certificateOf = (name: string): CertificateData => ({
  society: "全国家庭教育学会",
  kind: "person",
  name,
  memberNo: "P202500012",
  level: "个人会员",
  validFrom: "2026年1月1日",
  validUntil: "2026年12月31日",
  issuedOn: "2026年3月12日",
  code: "Xk3f9QmZ2vT7bLwR8nYcPd",
  verifyUrl: "https://www.example.org.cn/verify/Xk3f9QmZ2vT7bLwR8nYcPd",
  verifyPage: "https://www.example.org.cn/verify",
});

const textOf = (pdf: Buffer) => readPdf(pdf).map((page) => page.text);

test("documents asked for at once are drawn each for whom it is, and this process goes on", async () => {
  const drawer = new PdfDrawer({ rootDir, dataDir: scratchFolder() });
  const before = performance.eventLoopUtilization();
  const names = Array.from({ length: 12 }, (_, i) => `张${"一二三四五六七八九十百千"[i]}`);
  const all = await Promise.all(
    names.map((name) => drawer.draw("certificate", certificateOf(name))),
  );
  // The thread is at work all the time; this process only hands over.
  expect(performance.eventLoopUtilization(before).utilization).toBeLessThan(0.4);
  for (const [i, pdf] of all.entries()) expect(textOf(pdf)[0]).toContain(names[i]);
  await drawer.end();
});

test("a refusal comes through as it was said, the next one is drawn; fonts of the data directory are taken", async () => {
  const dataDir = scratchFolder();
  const drawer = new PdfDrawer({ rootDir, dataDir });
  await expect(drawer.draw("certificate", certificateOf(NO_FONT_HAS))).rejects.toThrow(
    "字库中没有“𠮷”（U+20BB7）",
  );
  expect(textOf(await drawer.draw("certificate", certificateOf("李玥")))[0]).toContain("李玥");
  await drawer.end();
  writeFontWith(NO_FONT_HAS, path.join(dataDir, "fonts"));
  const pdf = await drawer.draw("certificate", certificateOf(NO_FONT_HAS));
  expect(textOf(pdf)[0]).toContain(NO_FONT_HAS);
  await drawer.end();
});

test("a drawing has its time, and no more than a few wait; the next one is drawn all the same", async () => {
  const env = { rootDir, dataDir: scratchFolder() };
  const hasty = new PdfDrawer(env, { milliseconds: 1 });
  await expect(hasty.draw("certificate", certificateOf("张玥"))).rejects.toThrow(
    "制作文件用时过长，请稍后再试",
  );
  const narrow = new PdfDrawer(env, { waiting: 1 });
  const [first, second, third] = await Promise.allSettled(
    ["张一", "张二", "张三"].map((name) => narrow.draw("certificate", certificateOf(name))),
  );
  expect([first?.status, second?.status]).toEqual(["fulfilled", "fulfilled"]);
  expect(third).toMatchObject({ reason: { message: "正在制作的文件较多，请稍后再试" } });
  expect(textOf(await narrow.draw("certificate", certificateOf("张四")))[0]).toContain("张四");
  await narrow.end();
});

test("a thread that ends by itself after a rest is started anew", async () => {
  const drawer = new PdfDrawer({ rootDir, dataDir: scratchFolder() }, { idle: 1 });
  for (const name of ["张一", "张二"]) {
    expect(textOf(await drawer.draw("certificate", certificateOf(name)))[0]).toContain(name);
    await expect.poll(() => drawer.isAtRest).toBe(true);
  }
});

test("all who draw for an installation share one thread", () => {
  const env = { rootDir, dataDir: scratchFolder() };
  expect(pdfDrawer(env)).toBe(pdfDrawer(env));
  expect(pdfDrawer({ ...env })).not.toBe(pdfDrawer(env));
});
