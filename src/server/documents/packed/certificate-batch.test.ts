import { buffer } from "node:stream/consumers";
import { strFromU8, unzipSync } from "fflate";
import { expect, test } from "vitest";
import { readPdf } from "../../../test/pdf.ts";
import { NO_FONT_HAS } from "../../../test/pdf-samples.ts";
import type { CertificateData } from "../pdf/certificate.ts";
import { FontShelf } from "../pdf/font-shelf.ts";
import { drawn } from "../pdf/orders.ts";
import { certificateBatch } from "./certificate-batch.ts";

const shelf = new FontShelf();

const certificateOf = (name: string, i: number): CertificateData => ({
  society: "全国家庭教育学会",
  kind: "person",
  name,
  memberNo: `P20250001${i}`,
  level: "个人会员",
  validFrom: "2026年1月1日",
  validUntil: "2026年12月31日",
  issuedOn: "2026年3月12日",
  code: "Xk3f9QmZ2vT7bLwR8nYcPd",
  verifyUrl: "https://www.example.org.cn/verify/Xk3f9QmZ2vT7bLwR8nYcPd",
  verifyPage: "https://www.example.org.cn/verify",
});

test("a batch is a ZIP with each certificate under its number and name; who is refused is named", async () => {
  const names = ["张小玥", `李${NO_FONT_HAS}`, "A/B\\C:？", "王五"];
  const draw = (data: CertificateData) => drawn(shelf, "certificate", data);
  const zip = certificateBatch(draw, names.map(certificateOf));
  const files = unzipSync(await buffer(zip));
  expect(Object.keys(files)).toEqual([
    "P202500010 张小玥.pdf",
    "P202500012 A_B_C_？.pdf",
    "P202500013 王五.pdf",
    "未能制作.txt",
  ]);
  const [page] = readPdf(Buffer.from(files["P202500013 王五.pdf"] ?? []));
  expect(page?.text).toContain("王五");
  expect(strFromU8(files["未能制作.txt"] ?? new Uint8Array())).toContain(
    `P202500011 李${NO_FONT_HAS}：字库中没有“𠮷”（U+20BB7）`,
  );
});

test("a certificate is drawn when the one before it was taken, not ahead of who reads", async () => {
  let count = 0;
  const draw = async () => {
    count++;
    return Buffer.alloc(100_000);
  };
  const many = Array.from({ length: 1_000 }, (_, i) => certificateOf("张三", i));
  const zip = certificateBatch(draw, many);
  const { value } = await zip[Symbol.asyncIterator]().next();
  expect(value).toBeInstanceOf(Uint8Array);
  expect(count).toBeLessThan(60);
  zip.destroy();
});
