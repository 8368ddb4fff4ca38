import { expect, test } from "vitest";
import { type PdfPage, pdfObjects, readPdf } from "../../../test/pdf.ts";
import { NO_FONT_HAS, seal } from "../../../test/pdf-samples.ts";
import { addressLabels } from "./address-labels.ts";
import { councilAgenda } from "./council-agenda.ts";
import { FontShelf } from "./font-shelf.ts";
import { paymentNotice } from "./payment-notice.ts";

const shelf = new FontShelf();
const society = "全国家庭教育学会";
const flat = (pages: readonly PdfPage[]) => pages.map((page) => page.text).join("\n");

const NOTICE = {
  society,
  kind: "unit",
  payer: "云岭市家庭教育指导中心",
  applyNo: "S2025090174",
  item: "2026年度单位会员会费",
  amount: "10,000.00",
  amountWords: "壹万元整",
  account: "全国家庭教育学会（会费专户）",
  bank: "中国工商银行北京海淀支行",
  accountNo: "0200 0076 0920 1234 567",
  reference: "H7K2M9QX",
  deadline: "2025年11月20日",
  issuedOn: "2025年9月21日",
  minePage: "https://www.example.org.cn/Membership/mine",
  phone: "010-1234 5678",
} as const;

test("a notice to pay says who pays how much, where to, by when and with which remark", async () => {
  const pdf = await paymentNotice(shelf, { ...NOTICE, seal: await seal() });
  const pages = readPdf(pdf);
  expect(pages).toHaveLength(1);
  const text = flat(pages).replaceAll("\n", "");
  for (const said of [
    "云岭市家庭教育指导中心：",
    "贵单位的申请（S2025090174）已通过审核。请于2025年11月20日前缴纳2026年度单位会员会费",
    "￥10,000.00",
    "人民币壹万元整",
    NOTICE.account,
    NOTICE.bank,
    NOTICE.accountNo,
    "栏只填写“H7K2M9QX”",
    NOTICE.minePage,
    NOTICE.phone,
    NOTICE.issuedOn,
  ]) {
    expect(text).toContain(said);
  }
  expect(pdfObjects(pdf, /\/S \/Figure\b/)).toHaveLength(1);
});

test("a person is addressed as one; a name that no font can write is noted", async () => {
  const data = { ...NOTICE, kind: "person", payer: `李${NO_FONT_HAS}` } as const;
  const text = flat(readPdf(await paymentNotice(shelf, data))).replaceAll("\n", "");
  expect(text).toContain("尊敬的李〓：");
  expect(text).toContain("您的申请");
  expect(text).toContain("本人账户");
  expect(text).toContain("注：字库中没有编码为 U+20BB7 的字");
});

const ITEMS = Array.from({ length: 40 }, (_, i) => ({
  applyNo: `S20250902${10 + i}`,
  name: `云岭市第${i + 1}幼儿园`,
  kind: "单位 · 新入会",
  level: "理事单位",
  summary: i === 4 ? "年均开展家长课堂80余场。".repeat(90) : "年均开展家长课堂80余场。",
}));

test("an agenda has the heads of its columns on every page and loses no application", async () => {
  const agenda = { society, meeting: "第五届理事会第七次会议", date: "2025年10月18日" };
  const pages = readPdf(await councilAgenda(shelf, { ...agenda, items: ITEMS }));
  expect(pages.length).toBeGreaterThan(3);
  pages.forEach((page, i) => {
    expect(page.text).toContain("简要情况\n审议意见");
    expect(page.text).toContain("第五届理事会第七次会议");
    expect(page.text).toContain(`第 ${i + 1} 页 · 共 ${pages.length} 页`);
    for (const item of page.items) expect(item.y).toBeLessThan(page.height - 20);
  });
  const text = flat(pages);
  for (const { applyNo, name } of ITEMS) {
    expect(text).toContain(applyNo);
    expect(text).toContain(name);
  }
  const summaries = text.replaceAll("\n", "").split("80余场").length - 1;
  expect(summaries).toBe(39 + 90);
  expect(pages.at(-1)?.text).toContain("主持人（签名）");
  expect(text.match(/主持人/g)).toHaveLength(1);
});

const LABEL = {
  name: "张小玥",
  honorific: "老师",
  unit: "云岭市教育科学研究院",
  address: "云南省昆明市呈贡区大学城春融街1076号",
  postcode: "650500",
};

/** Where a label of 70 × 37 mm lies whose text is at `x`, `y`: its row and column from 0. */
const placeOf = (page: PdfPage, { x, y }: { x: number; y: number }) => [
  Math.floor((y / page.height) * 8),
  Math.floor((x / page.width) * 3),
];

test("labels fill sheets of three by eight, from the first that is left", async () => {
  const labels = Array.from({ length: 25 }, (_, i) => ({ ...LABEL, name: `张${i + 1}号` }));
  const pages = readPdf(await addressLabels(shelf, { society, labels, used: 2 }));
  expect(pages).toHaveLength(2);
  labels.forEach((label, i) => {
    const page = pages[Math.floor((i + 2) / 24)];
    const item = page?.items.find(({ text }) => text.startsWith(`${label.name} 老师（收）`));
    if (!page || !item) throw new Error(`${label.name} is lost`);
    const on = (i + 2) % 24;
    expect(placeOf(page, item)).toEqual([Math.floor(on / 3), on % 3]);
  });
});

test("an address of 200 characters and a unit of 100 stay whole, inside of their label", async () => {
  const address = "云南省昆明市呈贡区大学城春融街一零七六号".repeat(10);
  const unit = "少数民族家庭教育与青少年心理健康发展研究".repeat(5);
  const odd = { ...LABEL, address, unit, name: "买买提·阿卜杜热依木·艾力·吾斯曼" };
  const [page] = readPdf(await addressLabels(shelf, { society, labels: [LABEL, odd, LABEL] }));
  if (!page) throw new Error("no page");
  const inside = page.items.filter((item) => placeOf(page, item)[1] === 1);
  const text = inside.map((item) => item.text).join("");
  expect(text).toBe(`650500${address}${unit}${odd.name} 老师（收）`);
  for (const item of inside) {
    expect(item.y).toBeLessThan(page.height / 8 - 6);
    expect(item.x + item.text.length * item.size * 0.5).toBeLessThan((page.width / 3) * 2 - 6);
  }
  const ys = inside.map((item) => item.y);
  expect(ys).toEqual([...ys].sort((a, b) => a - b));
});

test("labels to be completed by hand are listed after the last sheet, with their places", async () => {
  const labels = [LABEL, LABEL, LABEL, { ...LABEL, name: `李${NO_FONT_HAS}` }];
  const pages = readPdf(await addressLabels(shelf, { society, labels }));
  expect(pages).toHaveLength(2);
  expect(pages[0]?.text).toContain("李〓 老师（收）");
  expect(pages[1]?.text).toContain("第 1 页第 2 行第 1 列（李〓）：U+20BB7");
});
