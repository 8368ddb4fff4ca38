import { execFileSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import sharp from "sharp";
import { openAdminSession, query } from "../e2e/database.ts";
import { type Program, startProgram } from "./program.ts";

// `DOCUMENTS=… node bench/word.ts`: Word files made by LibreOffice from real documents go through the
// import to published pages, and every word and every cell of a table is looked for there. Never fails
// by a figure. WORD_FILES: how many (120).

type Source = { title: string; paragraphs: string[] };
/** Contents of a file that its page has to show. */
type Made = {
  title: string;
  blocks: string[];
  tables: string[][];
  pictures: number;
  notes: string[];
};

const documents = process.env.DOCUMENTS;
const AT_ONCE = 60;
const wanted = Number(process.env.WORD_FILES || 120);

const hasOffice = (() => {
  try {
    execFileSync("soffice", ["--version"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
})();
if (!documents || !fs.existsSync(documents) || !hasOffice) {
  console.log(`skipped: ${hasOffice ? "DOCUMENTS names no file" : "soffice is not installed"}`);
  process.exit(0);
}

const bare = (text: string) => text.replace(/[\s\u3000\u00a0]+/g, "");
const escaped = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
const unescaped = (html: string) =>
  html
    .replace(/&#(x?)([\da-f]+);/gi, (_all, hex, code) =>
      String.fromCodePoint(Number.parseInt(code, hex ? 16 : 10)),
    )
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&nbsp;", " ")
    .replaceAll("&amp;", "&");
const textOf = (html: string) => bare(unescaped(html.replace(/<[^>]*>/g, "")));

/** A document as HTML for LibreOffice: some paragraphs as a table, pictures and notes in some files. */
function htmlOf(source: Source, number: number, picture: string): { html: string; made: Made } {
  const made: Made = { title: source.title, blocks: [], tables: [], pictures: 0, notes: [] };
  let html = `<p align="center"><b>${escaped(source.title)}</b></p>`;
  const { paragraphs } = source;
  for (let at = 0; at < paragraphs.length; at++) {
    const text = paragraphs[at] ?? "";
    if (bare(text) === "") continue;
    if (number % 2 === 0 && at % 30 === 10 && paragraphs.length > at + 5) {
      const [merged = "", a = "", b = "", c = "", d = ""] = paragraphs.slice(at, at + 5);
      html += `<table border="1"><tr><td rowspan="2">${escaped(merged)}</td><td>${escaped(a)}</td><td>${escaped(b)}</td></tr><tr><td colspan="2">${escaped(c)}</td></tr><tr><td>${escaped(d)}</td><td>1</td><td></td></tr></table>`;
      made.tables.push([merged, a, b, c, d, "1", ""].map(bare));
      at += 4;
      continue;
    }
    let words = escaped(text);
    if (number % 4 === 0 && at % 40 === 5) {
      const note = `说明${made.notes.length + 1}：${source.title}`;
      made.notes.push(bare(note));
      const index = made.notes.length;
      words += `<a class="sdfootnoteanc" name="sdfootnote${index}anc" href="#sdfootnote${index}sym"><sup>${index}</sup></a>`;
    }
    const tag = /^第.{1,4}[章编]/.test(text)
      ? "h2"
      : /^[一二三四五六七八九十]+、/.test(text)
        ? "h3"
        : "p";
    html += `<${tag}>${words}</${tag}>`;
    made.blocks.push(bare(text));
    if (number % 3 === 0 && at === 2) {
      html += `<p><img src="${picture}" width="120" height="60"></p>`;
      made.pictures++;
    }
  }
  for (const [index, note] of made.notes.entries()) {
    html += `<div id="sdfootnote${index + 1}"><p class="sdfootnote"><a class="sdfootnotesym" name="sdfootnote${index + 1}sym" href="#sdfootnote${index + 1}anc">${index + 1}</a>${escaped(note)}</p></div>`;
  }
  return { html: `<html><head><meta charset="utf-8"></head><body>${html}</body></html>`, made };
}

type Answer = { code: number; msg: string; data?: unknown };

async function main(program: Program, files: { file: string; made: Made }[]): Promise<void> {
  const token = await openAdminSession(program.databaseUrl);
  const [category] = await query<{ id: number }>(
    program.databaseUrl,
    "select id::int from article_type where status = '0' order by id limit 1",
  );
  const desk = `${program.origin}/prod-api/api/bll/article/desk`;
  const authorization = `Bearer ${token}`;
  const post = async (call: string, body: object): Promise<Answer> => {
    const answer = await fetch(desk + call, {
      method: "POST",
      headers: { authorization, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    return (await answer.json()) as Answer;
  };
  const words = new Intl.Segmenter("zh", { granularity: "word" });
  const countWords = (text: string) =>
    [...words.segment(text)].filter((each) => each.isWordLike).length;
  const sum = {
    words: 0,
    lostWords: 0,
    cells: 0,
    lostCells: 0,
    pictures: 0,
    lostPictures: 0,
    notes: 0,
    lostNotes: 0,
    published: 0,
    ms: 0,
  };
  for (const { file, made } of files) {
    const form = new FormData();
    form.set("file", new File([fs.readFileSync(file)], path.basename(file)));
    const began = performance.now();
    const answer = await fetch(`${desk}/importWord`, {
      method: "POST",
      headers: { authorization },
      body: form,
    });
    const imported = (await answer.json()) as Answer;
    sum.ms += performance.now() - began;
    if (imported.code !== 200) {
      console.log(`${path.basename(file)}: ${imported.msg}`);
      continue;
    }
    const { title, html } = imported.data as { title: string; html: string };
    const fields = {
      articleName: (title || made.title).slice(0, 100),
      typeId: category?.id,
      content: html,
    };
    const saved = await post("", fields);
    const { id, version } = (saved.data ?? {}) as { id?: number; version?: number };
    const published = await post("/publish", {
      id,
      version,
      overrideReason: "测量导入，放行全部用语",
    });
    if (published.code !== 200) {
      console.log(`${path.basename(file)}: ${saved.msg} / ${published.msg}`);
      continue;
    }
    sum.published++;
    const page = await (await fetch(`${program.origin}/article?articleId=${id}`)).text();
    const from = page.indexOf('class="article-text"');
    const text = page
      .slice(from, page.indexOf('class="article-end"', from))
      .replace(/<sup class="note-mark">.*?<\/sup>/g, "");
    const whole = textOf(text);
    const inTitle = bare(
      unescaped(
        /<h1 id="title"[^>]*>([\s\S]*?)<\/h1>/.exec(page)?.[1]?.replace(/<[^>]*>/g, "") ?? "",
      ),
    );
    let at = 0;
    const look = (block: string, isThere: boolean) => {
      const count = countWords(block);
      sum.words += count;
      if (!isThere) sum.lostWords += count;
    };
    const heading = bare(made.title);
    look(heading, inTitle.includes(heading) || whole.startsWith(heading));
    for (const block of made.blocks) {
      const found = whole.indexOf(block, at);
      look(block, found >= 0);
      if (found >= 0) at = found + block.length;
    }
    const shown = [...text.matchAll(/<table[\s\S]*?<\/table>/g)].map(([table]) =>
      [...table.matchAll(/<t[dh][^>]*>([\s\S]*?)<\/t[dh]>/g)].map((cell) => textOf(cell[1] ?? "")),
    );
    for (const [index, table] of made.tables.entries()) {
      sum.cells += table.length;
      for (const [place, cell] of table.entries())
        if (shown[index]?.[place] !== cell) sum.lostCells++;
    }
    sum.pictures += made.pictures;
    sum.lostPictures += Math.max(0, made.pictures - (text.match(/<img /g)?.length ?? 0));
    sum.notes += made.notes.length;
    for (const note of made.notes) if (!whole.includes(note)) sum.lostNotes++;
  }
  console.log(
    `${files.length} files, ${sum.published} published, ${Math.round(sum.ms / files.length)} ms an import
words    ${sum.words}, lost ${sum.lostWords}
cells    ${sum.cells}, lost ${sum.lostCells}
pictures ${sum.pictures}, lost ${sum.lostPictures}
notes    ${sum.notes}, lost ${sum.lostNotes}`,
  );
}

const work = fs.mkdtempSync(path.join(os.tmpdir(), "xuehui-word-"));
try {
  const png = await sharp({
    create: { width: 240, height: 120, channels: 3, background: "#7a9bbd" },
  })
    .png()
    .toBuffer();
  const picture = `data:image/png;base64,${png.toString("base64")}`;
  const sources = fs.readFileSync(documents, "utf8").split("\n").filter(Boolean).slice(0, wanted);
  const made = sources.map((line, index) => {
    const { html, made: holds } = htmlOf(JSON.parse(line) as Source, index, picture);
    const file = path.join(work, `${String(index + 1).padStart(3, "0")}.html`);
    fs.writeFileSync(file, html);
    return { file, made: holds };
  });
  // LibreOffice ends without a word at about 250 files in one go.
  for (let from = 0; from < made.length; from += AT_ONCE) {
    execFileSync(
      "soffice",
      [
        `-env:UserInstallation=file://${work}/office`,
        "--headless",
        "--infilter=HTML (StarWriter)",
        "--convert-to",
        "docx:MS Word 2007 XML",
        "--outdir",
        work,
        ...made.slice(from, from + AT_ONCE).map(({ file }) => file),
      ],
      { stdio: "ignore" },
    );
  }
  const files = made.map((each) => ({ ...each, file: each.file.replace(/html$/, "docx") }));
  const there = files.filter(({ file }) => fs.existsSync(file));
  if (there.length < files.length) {
    console.log(`${files.length - there.length} files were not made by LibreOffice`);
  }
  const program = await startProgram(path.join(work, "data"), { WORKERS: "1", DEMO: "on" });
  try {
    await main(program, there);
  } finally {
    await program.stop();
  }
} finally {
  fs.rmSync(work, { recursive: true, force: true });
}
