import fs from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { pdfObjects, readPdf } from "../../../test/pdf.ts";
import {
  NO_FONT_HAS,
  RARE_NAMES,
  scannedSeal,
  seal,
  writeFontWith,
} from "../../../test/pdf-samples.ts";
import { scratchFolder } from "../../../test/scratch.ts";
import { type CertificateData, certificate } from "./certificate.ts";
import { FontShelf } from "./font-shelf.ts";

const shelf = new FontShelf();

const ZHANG: CertificateData = {
  society: "全国家庭教育学会",
  latin: "National Society for Family Education",
  kind: "person",
  name: "张小玥",
  memberNo: "P202500012",
  level: "个人会员",
  validFrom: "2026年1月1日",
  validUntil: "2026年12月31日",
  issuedOn: "2026年3月12日",
  code: "Xk3f9QmZ2vT7bLwR8nYcPd",
  verifyUrl: "https://www.example.org.cn/verify/Xk3f9QmZ2vT7bLwR8nYcPd",
  verifyPage: "https://www.example.org.cn/verify",
};

const LONG =
  "中国西部地区少数民族家庭教育与青少年心理健康发展研究中心（云南省昆明市呈贡区大学城）附属第一实验学校暨幼儿园联合体委员会";
const UNIT: CertificateData = {
  ...ZHANG,
  kind: "unit",
  name: LONG,
  memberNo: "D202500003",
  creditCode: "52539900MJ0000017T",
  level: "常务理事单位",
};

const onlyPage = (pdf: Buffer) => {
  const pages = readPdf(pdf);
  expect(pages).toHaveLength(1);
  const [page] = pages;
  if (!page) throw new Error("no page");
  return page;
};

test("a certificate says all that product 4.5 asks for, in text that can be copied", async () => {
  const pdf = await certificate(shelf, { ...ZHANG, seal: await seal() });
  const { text, width, height } = onlyPage(pdf);
  expect([Math.round(width), Math.round(height)]).toEqual([842, 595]);
  for (const said of [
    "全国家庭教育学会",
    "会员证书",
    "张小玥",
    "P202500012",
    "个人会员",
    "2026年1月1日至2026年12月31日",
    "2026年3月12日",
    "https://www.example.org.cn/verify",
    "验证码 Xk3f9QmZ2vT7bLwR8nYcPd",
  ]) {
    expect(text).toContain(said);
  }
  expect(pdf.length).toBeLessThan(200_000);
});

test("a reader aloud hears the language, the title, a heading and what the pictures are", async () => {
  const pdf = await certificate(shelf, { ...ZHANG, seal: await seal() });
  const [catalog = ""] = pdfObjects(pdf, /\/Type \/Catalog/);
  expect(catalog).toContain("/Lang (zh-CN)");
  expect(catalog).toContain("/StructTreeRoot");
  expect(pdfObjects(pdf, /\/DisplayDocTitle true/)).toHaveLength(1);
  expect(pdfObjects(pdf, /\/S \/H1\b/)).toHaveLength(1);
  const figures = pdfObjects(pdf, /\/S \/Figure\b/);
  expect(figures).toHaveLength(2);
  for (const figure of figures) expect(figure).toContain("/Alt");
});

test("a unit's name of 60 characters takes two lines of like length, inside the frame and above the sentence", async () => {
  const { items, width, text } = onlyPage(await certificate(shelf, UNIT));
  expect(text.replaceAll("\n", "")).toContain(LONG);
  const lines = items.filter(({ text: each }) => LONG.includes(each) && each.length > 10);
  expect(lines).toHaveLength(2);
  const sentence = items.find((each) => each.text.includes("特发此证"));
  for (const line of lines) {
    const long = line.text.length * (line.size + 1);
    expect(line.size).toBeGreaterThanOrEqual(17);
    expect(line.x).toBeGreaterThan(60);
    expect(line.x + long).toBeLessThan(width - 60);
    expect(line.y).toBeLessThan((sentence?.y ?? 0) - 20);
  }
  const [first = 0, second = 0] = lines.map((line) => line.text.length);
  expect(Math.abs(first - second)).toBeLessThan(8);
});

test.each(RARE_NAMES)("the name %s stands there as it is", async (name) => {
  const { text } = onlyPage(await certificate(shelf, { ...ZHANG, name }));
  expect(text).toContain(name);
});

test("a character that the heading's font lacks comes from another one", async () => {
  const { items } = onlyPage(await certificate(shelf, { ...ZHANG, name: "张𰻞" }));
  expect(items.find((each) => each.text === "张")?.font).toBe("NotoSerifSC-Bold");
  expect(items.find((each) => each.text === "𰻞")?.font).toBe("NotoSansSC-Regular");
});

test("a name that no font can write is refused with its character, until a font of the installation has it", async () => {
  const data = { ...ZHANG, name: `李${NO_FONT_HAS}` };
  await expect(certificate(shelf, data)).rejects.toThrow(
    "字库中没有“𠮷”（U+20BB7），无法制作。请联系管理员在数据目录的 fonts 文件夹中添加含有该字的字体后再试",
  );
  const fonts = scratchFolder();
  const open = new FontShelf(fonts);
  await expect(certificate(open, data)).rejects.toThrow("字库中没有");
  writeFontWith(NO_FONT_HAS, fonts);
  // No start between: the folder is looked at again.
  const { text } = onlyPage(await certificate(open, data));
  expect(text).toContain(`李\n${NO_FONT_HAS}`);
});

test("a file in the folder that is no font is named to whoever needs the folder, and to nobody else", async () => {
  const fonts = scratchFolder();
  fs.mkdirSync(fonts);
  fs.writeFileSync(path.join(fonts, "rare.ttf"), "no font");
  const open = new FontShelf(fonts);
  expect(onlyPage(await certificate(open, ZHANG)).text).toContain("张小玥");
  await expect(certificate(open, { ...ZHANG, name: `李${NO_FONT_HAS}` })).rejects.toThrow(
    "数据目录的 fonts 文件夹中，rare.ttf 不是可用的字体文件，请联系管理员更换",
  );
});

test("a scanned seal with grain makes no certificate of 200 kB", async () => {
  const pdf = await certificate(shelf, { ...ZHANG, seal: await scannedSeal() });
  expect(pdf.length).toBeLessThan(200_000);
  // Its pixels and how clear they are; a palette would be drawn in wrong colours.
  const images = pdfObjects(pdf, /\/Subtype \/Image/);
  expect(images).toHaveLength(2);
  for (const image of images) expect(image).toContain("/BitsPerComponent 8");
  expect(images.filter((image) => image.includes("/ColorSpace /DeviceRGB"))).toHaveLength(1);
});

test("type is as wide as it was counted: no letters are moved together", async () => {
  const { drawing } = onlyPage(await certificate(shelf, { ...ZHANG, name: "AVATAR Toy Ltd" }));
  const moves = [...drawing.matchAll(/<[0-9a-f]+> (\S+?)\] TJ/g)].map(([, by]) => Number(by));
  expect(moves.length).toBeGreaterThan(10);
  expect(moves.filter((by) => by !== 0)).toEqual([]);
  expect(drawing).not.toMatch(/> -?\d+(?:\.\d+)? </);
});

test("without a seal its place is left open and named; a broken picture is refused", async () => {
  expect(onlyPage(await certificate(shelf, ZHANG)).text).toContain("（盖章处）");
  const { text } = onlyPage(await certificate(shelf, { ...ZHANG, seal: await seal() }));
  expect(text).not.toContain("盖章处");
  await expect(certificate(shelf, { ...ZHANG, seal: Buffer.from("no picture") })).rejects.toThrow(
    "印章图片无法读取，请在系统设置中重新上传 PNG 图片",
  );
});
