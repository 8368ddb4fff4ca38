import { videoOf } from "#src/lib/article/videos.ts";
import { escapeText, plainText } from "#src/lib/text/plain-text.ts";

/** An article of a public account, taken from the source of its page. */
export type WechatPage = {
  title: string;
  author: string;
  /** Its text, not cleaned yet; pictures are `<img src="picture:0">` by their place in `pictures`. */
  html: string;
  /** Addresses, each once. */
  pictures: string[];
  lost: { videos: number; sounds: number; drawings: number };
};

/**
 * Every pattern here reads its text a bounded number of times, whatever is pasted: tags are looked for
 * up to the last `>` alone, for behind it each `<` would be read to the end in vain.
 * @returns undefined where the source holds no article.
 */
export function readWechatPage(source: string): WechatPage | undefined {
  const text = contentOf(source);
  if (text === undefined) return undefined;
  const places = new Map<string, number>();
  const lost = { videos: 0, sounds: 0, drawings: 0 };
  const [drawn, after] = partAt(text, lastEnd(text, /<\/svg>/gi));
  const undrawn = drawn.replace(/<svg\b[\s\S]*?<\/svg>/gi, () => {
    lost.drawings++;
    return "";
  });
  const [tags, rest] = partAt(undrawn + after, (undrawn + after).lastIndexOf(">") + 1);
  const html = tags
    .replace(/<(mpvoice|mp-common-mpaudio|qqmusic)\b[^>]*>/gi, () => {
      lost.sounds++;
      return "";
    })
    .replace(/<(?:iframe|mp-common-videosnap|mpvideosnap)\b[^>]*>/gi, (tag) => {
      const video = videoOf(attributeOf(tag, "data-src") || attributeOf(tag, "src"));
      if (!video) {
        lost.videos++;
        return "";
      }
      const player = escapeText(video.player);
      return `</p><figure data-video="${player}"><a href="${video.page}">${video.site}视频</a></figure><p>`;
    })
    .replace(/<img\b[^>]*>/gi, (tag) => {
      const address = attributeOf(tag, "data-src") || attributeOf(tag, "src");
      if (!address) return "";
      const place = places.get(address) ?? places.size;
      places.set(address, place);
      const alt = attributeOf(tag, "alt");
      const words = /^(图片|image)?$/i.test(alt) ? "" : alt;
      return `<img src="picture:${place}" alt="${escapeText(words)}">`;
    })
    .concat(rest)
    // Its editor makes paragraphs of sections within sections.
    .replace(/<(\/?)(?:section|div)(?=[\s>/])/gi, "<$1p");
  const pictures = [...places.keys()];
  return { title: titleOf(source), author: authorOf(source), html, pictures, lost };
}

const partAt = (text: string, at: number) => [text.slice(0, at), text.slice(at)] as const;

/** Where the last match ends; 0 where there is none. */
function lastEnd(text: string, form: RegExp): number {
  let end = 0;
  for (const { index, 0: found } of text.matchAll(form)) end = index + found.length;
  return end;
}

/** What is inside the element with the id `js_content`. */
function contentOf(source: string): string | undefined {
  const whole = source.slice(0, source.lastIndexOf(">") + 1);
  let open: RegExpExecArray | undefined;
  for (const tag of whole.matchAll(/<(div|section)\b[^>]*>/gi)) {
    if (!/\bid\s*=\s*["']?js_content["'\s>]/i.test(tag[0])) continue;
    open = tag;
    break;
  }
  if (!open) return undefined;
  const begin = open.index + open[0].length;
  const tags = new RegExp(`<(/?)${open[1]}(?=[\\s>/])[^>]*>`, "gi");
  tags.lastIndex = begin;
  let depth = 1;
  for (let tag = tags.exec(whole); tag; tag = tags.exec(whole)) {
    depth += tag[1] ? -1 : 1;
    if (depth === 0) return source.slice(begin, tag.index);
  }
  return source.slice(begin);
}

function attributeOf(tag: string, name: string): string {
  const found = new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+))`, "i").exec(
    tag,
  );
  return plainText(found?.slice(1).find((each) => each !== undefined) ?? "").trim();
}

function metaOf(source: string, key: string): string {
  const isAsked = new RegExp(`\\b(?:property|name)\\s*=\\s*["']${key}["']`, "i");
  const whole = source.slice(0, source.lastIndexOf(">") + 1);
  for (const [tag] of whole.matchAll(/<meta\b[^>]*>/gi)) {
    if (isAsked.test(tag)) return attributeOf(tag, "content");
  }
  return "";
}

/** A page names an element once; what only looks like it is not read without end. */
const MOST_PLACES = 20;
const NEAR = 4_000;

function inside(source: string, id: string): string {
  const place = new RegExp(`\\bid\\s*=\\s*["']${id}["']`, "gi");
  for (let read = 0, at = place.exec(source); at && read < MOST_PLACES; read++) {
    const near = source.slice(at.index, at.index + NEAR);
    const found = /^[^>]*>([\s\S]{0,2000}?)<\/(?:h1|h2|a|span|strong)>/i.exec(near);
    if (found) {
      return plainText(found[1] ?? "")
        .replace(/\s+/g, " ")
        .trim();
    }
    at = place.exec(source);
  }
  return "";
}

const cut = (text: string, max: number) => [...text].slice(0, max).join("");

const titleOf = (source: string): string =>
  cut(inside(source, "activity-name") || metaOf(source, "og:title"), 100);

const authorOf = (source: string): string =>
  cut(metaOf(source, "author") || inside(source, "js_name"), 50);
