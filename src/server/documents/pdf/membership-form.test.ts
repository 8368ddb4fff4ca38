import { expect, test } from "vitest";
import { type PdfPage, pdfObjects, readPdf } from "../../../test/pdf.ts";
import { NO_FONT_HAS, photo } from "../../../test/pdf-samples.ts";
import { FontShelf } from "./font-shelf.ts";
import { membershipForm } from "./membership-form.ts";

const shelf = new FontShelf();
const society = "全国家庭教育学会";

const SENTENCES = Array.from({ length: 60 }, (_, i) => `第${i + 1}年主持省级课题并编写教材一部，`);
const LONG = SENTENCES.join("");

const PERSON = {
  kind: "person",
  society,
  applyNo: "S2025090173",
  purpose: "新入会",
  filledOn: "2025年9月11日",
  realName: "张小玥",
  gender: "女",
  nation: "彝族",
  birthday: "1987年3月5日",
  idType: "居民身份证",
  idNo: "110101198703052345",
  phone: "13800002096",
  email: "zhangxiaoyue@example.cn",
  region: "云南省 · 昆明市 · 呈贡区",
  address: "大学城春融街1076号",
  postcode: "650500",
  workUnit: "云岭市教育科学研究院",
  dept: "家庭教育研究室",
  post: "副主任",
  title: "副高级",
  education: "硕士研究生",
  degree: "教育学硕士",
  major: "教育学原理",
  fields: ["家校协同", "心理健康"],
  workYears: 13,
  resume: "从事家庭教育指导工作。",
  achievements: "主持省级课题。",
  proofFiles: ["学历证书.pdf"],
  referees: [{ name: "和晓琳", memberNo: "P202100031" }],
  level: "个人会员",
  years: 3,
  branches: ["社区指导分会"],
  directoryVisible: false,
} as const;

const UNIT = {
  kind: "unit",
  society,
  applyNo: "S2025090174",
  purpose: "续会",
  filledOn: "2025年9月12日",
  orgName: "云岭市家庭教育指导中心",
  creditCode: "52539900MJ0000017T",
  orgType: "社会组织",
  region: "云南省 · 云岭市",
  address: "人民路88号",
  foundDate: "2016年5月20日",
  staffCount: 12,
  website: "https://www.example.cn",
  intro: "年均开展家长课堂80余场。",
  legalPerson: "段文清",
  rep: { name: "和晓琳", post: "主任", phone: "13800002096" },
  contact: { name: "普云霞", post: "干事", phone: "13800002097", email: "pu@example.cn" },
  level: "单位会员",
  years: 1,
  branches: ["社区指导分会"],
  invoiceTitle: "云岭市家庭教育中心",
  taxNo: "52539900MJ0000017U",
  seats: [{ name: "李一", phone: "13800000001" }],
  proofFiles: ["登记证书.pdf"],
} as const;

const flat = (pages: readonly PdfPage[]) => pages.map((page) => page.text).join("\n");

/** Every word of `value`, wherever it stands in it. */
function wordsOf(value: unknown): string[] {
  if (typeof value === "string" || typeof value === "number") return [String(value)];
  if (value === null || typeof value !== "object") return [];
  return Object.values(value).flatMap(wordsOf);
}

test.each([PERSON, UNIT])("all that $applyNo says stands on its form", async (data) => {
  const { kind, ...said } = data;
  const pages = readPdf(await membershipForm(shelf, data));
  const text = flat(pages);
  expect(text).toContain(kind === "person" ? "个人会员入会申请表" : "单位会员入会申请表");
  for (const word of wordsOf(said)) expect(text).toContain(word);
  if (kind === "person") expect(text).toContain("不同意");
  expect(text).toMatch(/单位意见[\s\S]*（(单位公章|盖章)）\n\s*年\s+月\s+日/);
});

test("the application number is a bar code on the first page, and each page has its number", async () => {
  const pages = readPdf(await membershipForm(shelf, PERSON));
  expect(pages.length).toBe(2);
  pages.forEach((page, i) => {
    expect(page.text).toContain(`第 ${i + 1} 页 · 共 2 页`);
    expect(page.text).toContain("S2025090173");
  });
  // 61 bars and gaps of Code 128, in one path; no other path of the first page has so many rectangles.
  const bars = (pages[0]?.drawing.match(/\bre\b|\bh\b/g) ?? []).length;
  const without = readPdf(await membershipForm(shelf, { ...PERSON, applyNo: undefined }));
  expect(bars - (without[0]?.drawing.match(/\bre\b|\bh\b/g) ?? []).length).toBe(31);
});

test("草稿 stands across every page of a draft alone", async () => {
  const draft = { ...PERSON, resume: LONG, achievements: LONG, isDraft: true };
  const pages = readPdf(await membershipForm(shelf, draft));
  expect(pages.length).toBeGreaterThan(2);
  for (const page of pages) expect(page.text).toContain("草稿");
  expect(flat(readPdf(await membershipForm(shelf, PERSON)))).not.toContain("草稿");
});

test("long texts go on overleaf: nothing is cut, nothing stands outside of the page", async () => {
  const data = { ...PERSON, resume: LONG, achievements: LONG.repeat(2), isDraft: false };
  const pages = readPdf(await membershipForm(shelf, data));
  const running = pages
    .flatMap((page) => page.items.filter((item) => item.x > 120 && item.y > 70 && item.y < 780))
    .map((item) => item.text)
    .join("");
  expect(running).toContain(LONG.repeat(3));
  expect(flat(pages)).toContain("（续）");
  for (const page of pages) {
    for (const item of page.items) {
      expect(item.x).toBeGreaterThan(40);
      expect(item.x + item.text.length * 2).toBeLessThan(page.width - 40);
      expect(item.y).toBeLessThan(page.height - 25);
    }
  }
});

test("sixty people with seats flow over pages, none is lost", async () => {
  const seats = Array.from({ length: 60 }, (_, i) => ({
    name: `李${i + 1}号`,
    phone: `138000${String(10_000 + i)}`,
  }));
  const text = flat(readPdf(await membershipForm(shelf, { ...UNIT, seats })));
  for (const { name, phone } of seats) {
    expect(text).toContain(name);
    expect(text).toContain(phone);
  }
});

test("with nothing but the society it is the empty form, with a place for everything", async () => {
  for (const kind of ["person", "unit"] as const) {
    const text = flat(readPdf(await membershipForm(shelf, { kind, society })));
    for (const label of ["申请级别", "缴费年限", "单位意见", "申请编号：____________"]) {
      expect(text).toContain(label);
    }
    expect(text).not.toMatch(/undefined|NaN|null/);
  }
});

test("a photograph comes in any of the usual formats; a broken one is refused", async () => {
  const pdf = await membershipForm(shelf, { ...PERSON, photo: await photo() });
  expect(pdfObjects(pdf, /\/Subtype \/Image/)).toHaveLength(1);
  expect(pdfObjects(pdf, /\/S \/Figure\b/)).toHaveLength(1);
  expect(flat(readPdf(pdf))).not.toContain("近期免冠");
  await expect(
    membershipForm(shelf, { ...PERSON, photo: Buffer.from("no picture") }),
  ).rejects.toThrow("照片无法读取，请重新上传");
});

test("a character that no font has becomes 〓, and a note says which one it was", async () => {
  const data = { ...PERSON, realName: `李${NO_FONT_HAS}`, achievements: "获奖😀" };
  const text = flat(readPdf(await membershipForm(shelf, data)));
  expect(text).toContain("李〓");
  expect(text).toContain("获奖〓");
  expect(text).toContain("注：字库中没有编码为 U+20BB7、U+1F600 的字，以〓代替，请手写补正。");
});

test("labels are heads of a table to a reader aloud", async () => {
  const pdf = await membershipForm(shelf, PERSON);
  expect(pdfObjects(pdf, /\/S \/Table\b/)).toHaveLength(1);
  expect(pdfObjects(pdf, /\/S \/TH\b/).length).toBeGreaterThan(30);
  expect(pdfObjects(pdf, /\/S \/TD\b/).length).toBeGreaterThan(30);
});
