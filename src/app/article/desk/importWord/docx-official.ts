import { textOf } from "./docx-inline.ts";
import { paragraphFacts, type Styles } from "./docx-styles.ts";
import { child, descendants, type Element } from "./docx-xml.ts";
import type { ReportNotes } from "./word-report.ts";

// The parts of an official document (GB/T 9704): the red head with who issues it, its number, the
// title of one to three centred lines, who signs and when, and the marks of what is attached.

const NUMBER = /^[\p{L}]{1,20}[〔[（(【]\s*\d{4}\s*[〕\]）)】]\s*第?\s*\d{1,4}\s*号/u;
const RED_HEAD = /^[^，。；：、]{3,30}文件$/u;
/** 份号, 密级 and 紧急程度 stand above the head. */
const ABOVE = /^(\d{6}|(绝密|机密|秘密)(★.*)?|特急|加急|平急)$/u;
const TITLE_END =
  /(通知|公告|通告|通报|决定|决议|命令|意见|函|复函|报告|请示|批复|议案|纪要|公报|公示|方案|办法|规定|规则|细则|倡议书?|指南|章程)([（(][^（()）]{1,20}[)）])?$/u;
const DAY =
  /^[\d〇○零一二三四五六七八九十]{2,4}\s*年\s*[\d一二三四五六七八九十]{1,3}\s*月\s*[\d一二三四五六七八九十]{1,3}\s*日$/u;
const ATTACHMENT = /^附\s*件\s*[\d一二三四五六七八九十]{0,3}\s*[：:]?$/u;

/** The head of a document is among its first lines. */
const HEAD_LINES = 10;
const MAX_TITLE_LINES = 3;
const MAX_TITLE = 100;
const MAX_SIGNER = 40;

type Line = { element: Element; text: string };

/** Paragraphs of the body with words, in their order. */
const linesOf = (body: Element): Line[] =>
  body.children.flatMap((each) => {
    if (typeof each === "string" || each.name !== "w:p") return [];
    const text = descendants(each, "w:t").map(textOf).join("").replace(/\s+/g, " ").trim();
    return text ? [{ element: each, text }] : [];
  });

/**
 * Takes the head of an official document out of the body, but for its number, and returns the title;
 * undefined where it is no such document. Sign-off lines are set to the right, marks of attachments
 * become headings.
 */
export function takeOfficial(
  body: Element,
  styles: Styles,
  notes: ReportNotes,
): string | undefined {
  const lines = linesOf(body);
  const head = headOf(lines, styles);
  if (!head) return undefined;
  const gone = new Set<Element | string>(head.gone);
  body.children = body.children.filter((each) => !gone.has(each));
  for (const line of signOffs(lines)) setting(line.element, "w:jc", "right");
  for (const line of lines) {
    if (ATTACHMENT.test(line.text)) setting(line.element, "w:outlineLvl", "0");
  }
  notes.add("changed", "公文格式", () => `已按公文识别：${head.number}，版头没有带入，标题已填好`);
  return head.title;
}

function headOf(lines: readonly Line[], styles: Styles) {
  const first = lines.slice(0, HEAD_LINES);
  const at = first.findIndex(({ text }) => NUMBER.test(text));
  if (at < 0) return undefined;
  const above = first.slice(0, at);
  // With other text above the number, the document is of another kind.
  const isHead = ({ text }: Line) => RED_HEAD.test(text.replace(/\s/g, "")) || ABOVE.test(text);
  if (!above.every(isHead)) return undefined;
  const title: Line[] = [];
  for (const line of lines.slice(at + 1, at + 1 + MAX_TITLE_LINES)) {
    const facts = paragraphFacts(child(line.element, "w:pPr"), styles);
    const isTitle = facts.align === "center" || facts.isTitle || facts.level === 0;
    if (!isTitle || /[：:。]$/.test(line.text)) break;
    title.push(line);
    if (TITLE_END.test(line.text)) break;
  }
  const text = title.map((line) => line.text).join("");
  if (!TITLE_END.test(text) || [...text].length > MAX_TITLE) return undefined;
  const number = NUMBER.exec(first[at]?.text ?? "")?.[0] ?? "";
  return { title: text, number, gone: [...above, ...title].map((line) => line.element) };
}

/** Who signs, and the day: a short line that is no sentence, right above a day that stands alone. */
function signOffs(lines: readonly Line[]): Line[] {
  return lines.flatMap((day, index) => {
    const signer = lines[index - 1];
    if (!signer || !DAY.test(day.text)) return [];
    const isName = [...signer.text].length <= MAX_SIGNER && !/[。；：:，！？]/u.test(signer.text);
    return isName && !ATTACHMENT.test(signer.text) ? [signer, day] : [day];
  });
}

/** Writes a setting of a paragraph, in the place of the one that is there. */
function setting(paragraph: Element, name: string, value: string): void {
  const made: Element = { name, attributes: { "w:val": value }, children: [] };
  const own = child(paragraph, "w:pPr");
  if (!own) paragraph.children.unshift({ name: "w:pPr", attributes: {}, children: [made] });
  else {
    own.children = own.children.filter((each) => typeof each === "string" || each.name !== name);
    own.children.push(made);
  }
}
