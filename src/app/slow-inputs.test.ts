import { describe, expect, test } from "vitest";
import { dressArticle } from "../lib/article/article-html.ts";
import { parseTables } from "../lib/generator/create-table.ts";
import { checkEmail } from "../lib/people/email.ts";
import { checkNickName } from "../lib/people/nick-name.ts";
import { checkPassword } from "../lib/people/password.ts";
import { normalisePhone } from "../lib/people/phone.ts";
import { opening, plainText } from "../lib/text/plain-text.ts";
import { breakTitle } from "../lib/text/title-breaks.ts";
import { cleanHtml } from "../server/fields/rich-text.ts";
import { parseQuery as parseAddressQuery } from "../server/http/query.ts";
import { parseTarget } from "../server/jobs/invoke-target.ts";
import { docx, paragraph, run } from "../test/documents.ts";
import { readWechatPage } from "./article/desk/importWechat/wechat-page.ts";
import { readDocx } from "./article/desk/importWord/docx-read.ts";
import { parseXml } from "./article/desk/importWord/docx-xml.ts";
import { blocksOf, compareBlocks } from "./article/desk/review/difference.ts";
import { documentSummary } from "./article/summary/service.server.ts";
import { storedPaths } from "./common/files/service.server.ts";
import { htmlOf } from "./import/body.server.ts";
import { parseDocument } from "./import/document.server.ts";
import { parseUserAgent } from "./login/user-agent.ts";
import { cronError } from "./monitor/job/cron.ts";
import { excerpt, highlight } from "./search/excerpt.server.ts";
import { parseQuery } from "./search/query.server.ts";
import { searchVector } from "./search/vector.server.ts";
import { oldAddress } from "./seo/redirects/old-address.ts";
import { finderOf } from "./wording/finder.ts";
import { readWordLines } from "./wording/lines.ts";

// Whatever reads a foreign text takes time in step with its length, however the text is made: four
// times the text takes about four times the time. Times are of the processor, not of the clock.

const searchable = { title: "a", keywords: "", summary: "" };
const find = finderOf(["家庭教育", "最好的", "aa"]);
const document = (paragraphs: string[]) =>
  parseDocument(Buffer.from(JSON.stringify({ title: "标题", category: "栏目", paragraphs })));

/** Everything that reads a text as people, other programs or strangers send it. */
const READERS: Readonly<Record<string, (text: string) => unknown>> = {
  cleanHtml,
  plainText,
  opening: (text) => opening(text, 100),
  dressArticle: (text) => dressArticle(cleanHtml(text)),
  parseTables,
  parseUserAgent,
  oldAddress,
  readWechatPage,
  wording: find,
  readWordLines,
  searchQuery: parseQuery,
  addressQuery: parseAddressQuery,
  breakTitle: (text) => breakTitle(text.slice(0, 2_000)),
  excerpt: (text) => excerpt(text, ["家庭", "a"]),
  highlight: (text) => highlight(text, ["家庭", "a"]),
  difference: (text) => compareBlocks(blocksOf(cleanHtml(text)), blocksOf(cleanHtml(`${text}x`))),
  cronError,
  parseTarget,
  searchVector: (text) => searchVector({ ...searchable, text }),
  storedPaths: (text) => storedPaths([text]),
  importedText: (text) => {
    const { paragraphs } = document([text, ...text.slice(0, 2_000).split("")]);
    return [htmlOf(paragraphs), documentSummary(paragraphs)];
  },
  checkEmail,
  checkNickName,
  checkPassword: (text) => checkPassword(text),
  normalisePhone,
  parseXml: (text) => parseXml(`<a>${text}</a>`),
  wordText: (text) => readDocx(docx(paragraph(run(text.replace(/[<&]/g, ""))))),
};

/** Pieces that are repeated: what opens and never ends, what nests, what patterns go back over. */
const PIECES = [
  ..."(<&%\"'`\\ ,./-\n1a家乾😀",
  ..."<svg>|<div>|<p>|<b>|<a href=x>|<script>|<style>|</p>|<!--|<![CDATA[|<table>|<td>|<ul><li>".split(
    "|",
  ),
  ...'<math>|<select>|<textarea>|<h2>|<br>|<a|<a |<p a=1 |<p style="|<p style="text-align:'.split(
    "|",
  ),
  ..."<img src=/profile/upload/2026/11/20/0123456789abcdef0123456789abcdef.png>|/profile/upload/".split(
    "|",
  ),
  ...'<sup data-note=1>|<ol data-notes=1>|<section>|<div id="js_content">|var msg_title = \''.split(
    "|",
  ),
  ..."&#|&amp;|/*|*/|--|create table a (|create table a (b int);|a=b&|a[b]=c&|a[|%E5|、|《|1 |12,".split(
    "|",
  ),
  ..."a@|a.|家庭教育|a |家 |e\u0301|\u0301|\u200b|<x a='|x'\\|Mozilla/5.0 (|1\t|0 0 |a.b(|a.b('|第一章 ".split(
    "|",
  ),
  "<p>1</p>",
  "<h2>一、</h2>",
  "<w:r>",
];

/**
 * Milliseconds of the processor for one reading, in the thread that visitors wait for: collecting
 * garbage and compiling beside it come and go. Refusals count as any other answer.
 */
function cost(read: (text: string) => unknown, text: string): number {
  const before = process.threadCpuUsage();
  try {
    read(text);
  } catch (error) {
    // No text of any length may take the whole stack.
    if (error instanceof RangeError) throw error;
  }
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}

/** Twice as long is still taken by whatever bounds its input, the generator's statements for one. */
const LENGTH = 25_000;

/** Nobody is held up so long; what grows with the square of the length takes longer for twice LENGTH. */
const UNSEEN_MS = 80;

/**
 * What is wrong with the time of a reading, in words; undefined where it grows with the length. A
 * quarter is compared with the whole: what grows with the square takes sixteen times as long, so
 * that a busy machine does not decide.
 */
function excess(read: (text: string) => unknown, make: (length: number) => string) {
  const [short, long] = [make(LENGTH / 2), make(2 * LENGTH)];
  if (cost(read, long) < UNSEEN_MS) return undefined;
  // The least of several: another program on the machine only ever adds.
  const least = (given: string) => Math.min(...[1, 2, 3, 4, 5].map(() => cost(read, given)));
  const [quarter, whole] = [least(short), least(long)];
  return whole < Math.max(UNSEEN_MS, 8 * quarter)
    ? undefined
    : `${quarter.toFixed(0)} ms became ${whole.toFixed(0)}`;
}

const repeated = (piece: string) => (length: number) =>
  piece.repeat(Math.ceil(length / piece.length));

test.each(Object.entries(READERS))(
  "%s",
  (_name, read) => {
    const wrong: string[] = [];
    for (const piece of PIECES) {
      // Behind the repetition stands something else: patterns that look for its end look in vain.
      for (const make of [repeated(piece), (length: number) => `x${repeated(piece)(length)}x`]) {
        const problem = excess(read, make);
        if (problem) wrong.push(`${JSON.stringify(piece)}: ${problem}`);
      }
    }
    expect(wrong).toEqual([]);
  },
  60_000,
);

describe("a Word document", () => {
  const field = (type: string) => `<w:r><w:fldChar w:fldCharType="${type}"/></w:r>`;
  const code = '<w:r><w:instrText>HYPERLINK "https://example.org/"</w:instrText></w:r>';
  test.each([
    ["fields in fields", `${field("begin")}${code}${field("separate")}${run("a")}`],
    ["fields that never show", `${field("begin")}${run("a")}`],
    ["fields that end", `${field("begin")}${field("separate")}${run("a")}${field("end")}`],
    ["runs", run("字", "<w:b/>")],
    ["runs of spaces", run("  ")],
    ["breaks", "<w:r><w:br/></w:r>"],
  ])("%s", (_name, piece) => {
    const make = (length: number) => paragraph(piece.repeat(length / 5) + run("a"));
    expect(excess((text) => readDocx(docx(text)), make)).toBeUndefined();
  });
});

test("480,000 characters of tags in tags: a thousand deep is as deep as the parser goes", () => {
  for (const tag of ["<svg>", "<div>", "<ul><li>", "<b>"]) {
    const make = (length: number) => `${tag.repeat(length / tag.length)}字`;
    const [single, double] = [240_000, 480_000].map((length) => cost(cleanHtml, make(length)));
    expect(double).toBeLessThan(Math.max(400, 3 * (single ?? 0)));
  }
  // What lies below loses its tags alone.
  expect(plainText(cleanHtml(`${"<div>".repeat(5_000)}<p>深处的文字</p>`))).toBe("深处的文字");
});

test("300,000 Han characters in one run are cut into words, in a text and in an import", () => {
  const text = "天地玄黄".repeat(75_000);
  expect(searchVector({ ...searchable, text })).toContain("天地");
  expect(document([text]).paragraphs).toHaveLength(1);
});
