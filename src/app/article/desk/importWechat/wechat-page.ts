import { plainText } from "../../../../lib/plain-text.ts";
import { videoOf } from "../../../../lib/videos.ts";

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

/** @returns undefined where the source holds no article. */
export function readWechatPage(source: string): WechatPage | undefined {
  const text = contentOf(source);
  if (text === undefined) return undefined;
  const pictures: string[] = [];
  const lost = { videos: 0, sounds: 0, drawings: 0 };
  const html = text
    .replace(/<svg\b[\s\S]*?<\/svg>/gi, () => {
      lost.drawings++;
      return "";
    })
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
      const player = video.player.replaceAll("&", "&amp;");
      return `</p><figure data-video="${player}"><a href="${video.page}">${video.site}视频</a></figure><p>`;
    })
    .replace(/<img\b[^>]*>/gi, (tag) => {
      const address = attributeOf(tag, "data-src") || attributeOf(tag, "src");
      if (!address) return "";
      const before = pictures.indexOf(address);
      const place = before < 0 ? pictures.push(address) - 1 : before;
      const alt = attributeOf(tag, "alt");
      const words = /^(图片|image)?$/i.test(alt) ? "" : alt;
      return `<img src="picture:${place}" alt="${words.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;")}">`;
    })
    // Its editor makes paragraphs of sections within sections.
    .replace(/<(\/?)(?:section|div)(?=[\s>/])/gi, "<$1p");
  return { title: titleOf(source), author: authorOf(source), html, pictures, lost };
}

/** What is inside the element with the id `js_content`. */
function contentOf(source: string): string | undefined {
  const open = /<(div|section)\b[^>]*\bid\s*=\s*["']?js_content["'\s>][^>]*>?/i.exec(source);
  if (!open) return undefined;
  const begin = open.index + open[0].length;
  const tags = new RegExp(`<(/?)${open[1]}(?=[\\s>/])[^>]*>`, "gi");
  tags.lastIndex = begin;
  let depth = 1;
  for (let tag = tags.exec(source); tag; tag = tags.exec(source)) {
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

const metaOf = (source: string, key: string): string => {
  const tag = new RegExp(
    `<meta\\b[^>]*\\b(?:property|name)\\s*=\\s*["']${key}["'][^>]*>`,
    "i",
  ).exec(source);
  return tag ? attributeOf(tag[0], "content") : "";
};

const inside = (source: string, id: string): string => {
  const found = new RegExp(
    `\\bid\\s*=\\s*["']${id}["'][^>]*>([\\s\\S]{0,2000}?)</(?:h1|h2|a|span|strong)>`,
    "i",
  ).exec(source);
  return plainText(found?.[1] ?? "")
    .replace(/\s+/g, " ")
    .trim();
};

const cut = (text: string, max: number) => [...text].slice(0, max).join("");

const titleOf = (source: string): string =>
  cut(inside(source, "activity-name") || metaOf(source, "og:title"), 100);

const authorOf = (source: string): string =>
  cut(metaOf(source, "author") || inside(source, "js_name"), 50);
