import fs from "node:fs";
import path from "node:path";
import { inflateRawSync } from "node:zlib";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { post } from "../../app/system/post/table.server.ts";
import { startApp } from "../../test/app.ts";
import { cellText } from "../workbook/sheet-writing.ts";
import { dropOffers } from "./download.ts";
import { localStore } from "./file-store.ts";

const it = await startApp();
const { token } = await it.as("admin");

/** Texts of the first sheet, row by row, from the file's own XML. */
function cells(file: Buffer): string[][] {
  const xml = (name: string) => entry(file, name);
  const shared = [...xml("xl/sharedStrings.xml").matchAll(/<si>(.*?)<\/si>/gs)].map((match) =>
    plain(match[1] ?? ""),
  );
  return [...xml("xl/worksheets/sheet1.xml").matchAll(/<row .*?<\/row>/gs)].map(([row]) =>
    [...row.matchAll(/<c ([^>]*)>(.*?)<\/c>/gs)].map(([, attributes, inside]) => {
      const value = plain(inside ?? "");
      return attributes?.includes('t="s"') ? (shared[Number(value)] ?? "") : value;
    }),
  );
}

const plain = (xml: string) =>
  xml
    .replace(/<[^>]+>/g, "")
    .replaceAll("&lt;", "<")
    .replaceAll("&quot;", '"')
    .replaceAll("&amp;", "&");

/** One file out of a zip: its central directory says where. */
function entry(zip: Buffer, name: string): string {
  const end = zip.lastIndexOf(Buffer.from("PK\u0005\u0006", "latin1"));
  let at = zip.readUInt32LE(end + 16);
  while (zip.readUInt32LE(at) === 0x02014b50) {
    const [nameLength, extra, comment] = [28, 30, 32].map((offset) =>
      zip.readUInt16LE(at + offset),
    );
    const found = zip.toString("utf8", at + 46, at + 46 + (nameLength ?? 0));
    if (found === name) {
      const head = zip.readUInt32LE(at + 42);
      const start = head + 30 + zip.readUInt16LE(head + 26) + zip.readUInt16LE(head + 28);
      const bytes = zip.subarray(start, start + zip.readUInt32LE(at + 20));
      return (zip.readUInt16LE(at + 10) === 0 ? bytes : inflateRawSync(bytes)).toString("utf8");
    }
    at += 46 + (nameLength ?? 0) + (extra ?? 0) + (comment ?? 0);
  }
  return "";
}

const form = (url: string, payload: string, bearer = token) =>
  it.app.inject({
    method: "POST",
    url: `/prod-api${url}`,
    headers: {
      "content-type": "application/x-www-form-urlencoded",
      authorization: `Bearer ${bearer}`,
    },
    payload,
  });

test("cells that a spreadsheet could run are texts", () => {
  for (const risky of ["=1+1", "+1", "-1", "@SUM(A1)", "\tx", "\rx"]) {
    expect(cellText(risky)).toBe(`\t${risky}`);
  }
  expect(cellText("平常 = 文字")).toBe("平常 = 文字");
  expect(cellText("a\u0000\u0001\ud800b")).toBe("ab");
});

test("POST export: a form with the list's filters gives the file", async () => {
  await it.db.insert(post).values({ postCode: "evil", postName: '=cmd|"/c calc"!A1', postSort: 9 });
  const answer = await form(
    "/system/post/export",
    "pageNum=1&pageSize=1&postCode=&params%5BbeginTime%5D=2020-01-01&params%5BendTime%5D=2099-01-01&",
  );
  expect(answer.headers["content-type"]).toBe(
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  );
  expect(answer.headers["content-disposition"]).toContain(encodeURIComponent("岗位数据"));
  const rows = cells(answer.rawPayload);
  expect(rows[0]).toEqual(["岗位序号", "岗位编码", "岗位名称", "岗位排序", "状态"]);
  expect(rows[1]).toEqual(["1", "ceo", "会长", "1", "正常"]);
  expect(rows).toHaveLength(6);
  expect(rows.find((row) => row[1] === "evil")?.[2]?.trim()).toBe('=cmd|"/c calc"!A1');
  expect(entry(answer.rawPayload, "xl/worksheets/sheet1.xml")).not.toContain("<f>");
  const narrowed = await form("/system/post/export", "postCode=ceo");
  expect(cells(narrowed.rawPayload)).toHaveLength(2);
});

test("an export that is refused answers plain JSON without a charset", async () => {
  const { token: stranger } = await it.as("staff");
  for (const answer of [
    await form("/system/post/export", "", stranger),
    await form("/system/post/export", "orderByColumn=x"),
  ]) {
    expect(answer.statusCode).toBe(200);
    expect(answer.headers["content-type"]).toBe("application/json");
  }
});

const folder = path.join(it.dataDir, "files/download");
const offered = async () => {
  const { body } = await it.call("GET", "/system/post/export?postCode=ceo", { token });
  expect(body.code).toBe(200);
  return body.msg;
};
const fetchFile = (name: string, method: "GET" | "HEAD" = "GET") =>
  it.app.inject({
    method,
    url: `/prod-api/common/download?fileName=${encodeURIComponent(name)}&delete=true`,
  });

test("GET export: a name, by which anybody fetches the file once", async () => {
  const name = await offered();
  expect(name).toMatch(/^[0-9a-f]{32}_岗位数据\.xlsx$/);
  // Looking is not fetching.
  expect((await fetchFile(name, "HEAD")).headers["content-disposition"]).toBeUndefined();
  const answers = await Promise.all([fetchFile(name), fetchFile(name), fetchFile(name)]);
  expect(answers.map((answer) => answer.statusCode).sort()).toEqual([200, 404, 404]);
  const answer = answers.find((each) => each.statusCode === 200);
  expect(cells(answer?.rawPayload ?? Buffer.alloc(0))[1]?.[1]).toBe("ceo");
  expect(decodeURIComponent(String(answer?.headers["download-filename"]))).toMatch(
    /^\d{13}岗位数据\.xlsx$/,
  );
  await expect.poll(() => fs.readdirSync(folder)).toEqual([]);
});

test("a file that waited longer than ten minutes is gone", async () => {
  const name = await offered();
  const age = (minutes: number) =>
    it.db.execute(sql`update offered_download set created_at =
      now() - make_interval(mins => ${minutes}) where taken_at is null`);
  await age(11);
  expect((await fetchFile(name)).statusCode).toBe(404);
  await dropOffers({ db: it.db, files: localStore(it.dataDir) });
  expect(fs.readdirSync(folder)).toHaveLength(1);
  await age(21);
  await dropOffers({ db: it.db, files: localStore(it.dataDir) });
  expect(fs.readdirSync(folder)).toEqual([]);
});

test("no name leads anywhere else", async () => {
  const outside = path.join(it.dataDir, `${"0".repeat(32)}_x.xlsx`);
  fs.writeFileSync(outside, "secret");
  for (const name of [
    "",
    "../../etc/passwd",
    "/etc/passwd",
    `../${"0".repeat(32)}_x.xlsx`,
    `..\\${"0".repeat(32)}_x.xlsx`,
    `%2e%2e%2f${"0".repeat(32)}_x.xlsx`,
    `${"0".repeat(32)}_../x.xlsx`,
    `${"0".repeat(32)}_x.xlsx\u0000`,
    "0".repeat(5_000),
  ]) {
    const answer = await fetchFile(name);
    expect([name, answer.statusCode, answer.payload.includes("secret")]).toEqual([
      name,
      404,
      false,
    ]);
  }
});
