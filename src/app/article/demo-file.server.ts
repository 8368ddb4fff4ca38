import { parseDateTime } from "../../lib/text/dates.ts";
import type { Visible } from "./service.server.ts";

/** One file of ./demo: front matter between lines of `---`, then HTML. */
export type DemoArticle = {
  title: string;
  subtitle: string;
  /** Names from the top down, such as 新闻动态/要闻. */
  category: string;
  summary: string;
  source: string;
  author: string;
  date: Date;
  keywords: string;
  reads: number;
  isTop: boolean;
  isImportant: boolean;
  visible: Visible;
  /** `name` is shown, `file` lies in ./demo/files. */
  attachments: { name: string; file: string }[];
  content: string;
};

const KEYS =
  "title subtitle category summary source author date keywords reads top important visible attachments".split(
    " ",
  );

/**
 * Reads one demo file.
 * @throws Error naming what is wrong: an unknown or missing key, an unreal date.
 */
export function parseDemoFile(text: string): DemoArticle {
  const match = /^---\r?\n([\s\S]*?)\r?\n---\r?\n([\s\S]*)$/.exec(text);
  if (!match) throw new Error("no front matter");
  const values = new Map<string, string>();
  for (const line of (match[1] ?? "").split(/\r?\n/).filter((each) => each.trim())) {
    const colon = line.indexOf(":");
    const key = line.slice(0, colon).trim();
    if (colon < 0 || !KEYS.includes(key)) throw new Error(`unknown line: ${line}`);
    values.set(key, line.slice(colon + 1).trim());
  }
  const value = (key: string) => values.get(key) ?? "";
  for (const key of ["title", "category", "summary", "source", "date"]) {
    if (!value(key)) throw new Error(`${key} is missing`);
  }
  const date = parseDateTime(value("date"));
  if (!date) throw new Error(`date: ${value("date")}`);
  const visible = value("visible") || "public";
  if (visible !== "public" && visible !== "login" && visible !== "member") {
    throw new Error(`visible: ${visible}`);
  }
  return {
    title: value("title"),
    subtitle: value("subtitle"),
    category: value("category"),
    summary: value("summary"),
    source: value("source"),
    author: value("author"),
    date,
    keywords: value("keywords"),
    reads: Number(value("reads")) || 0,
    isTop: isYes(value("top")),
    isImportant: isYes(value("important")),
    visible,
    attachments: value("attachments")
      .split("|")
      .map((part) => part.trim())
      .filter(Boolean)
      .map((part) => {
        const [name = "", file = ""] = part.split("=").map((each) => each.trim());
        if (!name || !file) throw new Error(`attachment: ${part}`);
        return { name, file };
      }),
    content: (match[2] ?? "").trim(),
  };
}

const isYes = (text: string) => ["true", "yes", "1"].includes(text);
