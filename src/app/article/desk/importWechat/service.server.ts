import { settings } from "#src/app/system/config/service.server.ts";
import { plainText } from "#src/lib/text/plain-text.ts";
import { type PictureExtension, pictureExtension } from "#src/lib/upload/picture-kind.ts";
import { cleanHtml } from "#src/server/fields/rich-text.ts";
import { refuseFields } from "#src/server/http/errors.ts";
import type { Context } from "#src/server/start/context.ts";
import { type ImportOwner, keepPictures } from "../importWord/service.server.ts";
import { type FarOptions, farPictureUrl, getFarPicture } from "./far-picture.server.ts";
import { readWechatPage, type WechatPage } from "./wechat-page.ts";

/** Of the text's own HTML: three times what an article may have, for styles that go. */
const MAX_HTML = 1_500_000;
const MAX_PICTURES = 50;
const AT_ONCE = 4;

type FarPicture = { bytes: Uint8Array; extension: PictureExtension };

type Item = { level: "lost" | "changed" | "ignored"; kind: string; text: string };

/**
 * An article of a public account from the source of its page. Its pictures are fetched from the
 * account's own hosts and stored here, if the setting site.wechatImages allows the server to go
 * there; else they are left out and the report says so.
 * @throws AppError with the text on the field `html` where there is no article in it.
 */
export async function importWechat(
  context: Pick<Context, "db" | "env" | "files" | "log" | "memo">,
  source: string,
  owner: ImportOwner,
  signal: AbortSignal,
  far: FarOptions = {},
) {
  const page = readWechatPage(source);
  const isEmpty = !page || (page.pictures.length === 0 && plainText(page.html) === "");
  refuseFields({
    html: isEmpty
      ? "没有找到公众号文章的正文，请粘贴文章页面的完整源代码"
      : page.html.length > MAX_HTML
        ? "公众号文章的正文过长，请分几篇导入"
        : undefined,
  });
  if (!page) throw new Error("refused above");
  const isOn = (await settings(context)).get("site.wechatImages") === "true";
  const { pictures, items } = isOn ? await fetchAll(context, page, far, signal) : leftOut(page);
  items.push(...lossesOf(page));

  // The places of those that came; an image without a source is dropped by the sanitiser.
  const places = new Map([...pictures.keys()].map((place, index) => [place, index]));
  const html = page.html.replace(/ src="picture:(\d+)"/g, (_all, place) => {
    const index = places.get(Number(place));
    return index === undefined ? "" : ` src="picture:${index}"`;
  });
  const { imported, stored } = await keepPictures(
    context,
    {
      title: page.title,
      html: plainHtml(html),
      pictures: [...pictures.values()],
      report: { kept: { paragraphs: 0, pictures: 0, tables: 0, footnotes: 0 }, items },
    },
    owner,
    signal,
  );
  const count = (form: RegExp) => imported.html.match(form)?.length ?? 0;
  const kept = {
    ...imported.report.kept,
    paragraphs: count(/<(p|h[2-4]|li)[ >]/g),
    tables: count(/<table>/g),
  };
  return {
    imported: { ...imported, author: page.author, report: { ...imported.report, kept } },
    stored,
  };
}

/** Sections became paragraphs within paragraphs: the sanitiser parts them, the empty ones go. */
function plainHtml(html: string): string {
  const marked = html.replace(/ src="picture:(\d+)"/g, ' src="/profile/picture-$1"');
  const clean = cleanHtml(marked)
    .replace(/<\/?span>/g, "")
    // Each sign by one branch alone (\s is U+00A0 as well), or a row of them is tried in 2^n ways.
    .replace(/<p(?: style="[^"]*")?>(?:[\s\u200b]|&nbsp;|<br \/>)*<\/p>/g, "")
    .replace(/<p(?: style="[^"]*")?>((?:<img [^>]*>\s*)+)<\/p>/g, (_all, images: string) =>
      images.replace(/<img [^>]*>/g, "<figure>$&</figure>"),
    );
  return clean.replace(/ src="\/profile\/picture-(\d+)"/g, ' src="picture:$1"');
}

function leftOut({ pictures }: WechatPage): { pictures: Map<number, FarPicture>; items: Item[] } {
  const text = `${pictures.length} 张图片没有带入：系统设置中的“公众号图片转存”没有开启`;
  const items: Item[] = pictures.length > 0 ? [{ level: "lost", kind: "图片", text }] : [];
  return { pictures: new Map(), items };
}

async function fetchAll(
  { log }: Pick<Context, "log">,
  page: WechatPage,
  far: FarOptions,
  signal: AbortSignal,
): Promise<{ pictures: Map<number, FarPicture>; items: Item[] }> {
  const wanted = page.pictures.map((text, place) => ({ place, url: farPictureUrl(text) }));
  const allowed = wanted.flatMap(({ place, url }) => (url ? [{ place, url }] : []));
  const queue = allowed.slice(0, MAX_PICTURES);
  const found = new Map<number, FarPicture>();
  let failed = 0;
  const work = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      signal.throwIfAborted();
      try {
        const bytes = await getFarPicture(next.url, far);
        const extension = pictureExtension(bytes);
        if (extension) found.set(next.place, { bytes: new Uint8Array(bytes), extension });
        else failed++;
      } catch (error) {
        failed++;
        log.warn({ err: error, host: next.url.hostname }, "a picture of an article did not come");
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  const losses: [number, string][] = [
    [wanted.length - allowed.length, "张图片不在公众号的图片网站上，没有带入"],
    [
      Math.max(0, allowed.length - MAX_PICTURES),
      `张图片超出一次最多 ${MAX_PICTURES} 张的限制，没有带入`,
    ],
    [failed, "张图片没有取到或不是图片，没有带入"],
  ];
  return {
    pictures: new Map([...found].toSorted(([a], [b]) => a - b)),
    items: losses
      .filter(([count]) => count > 0)
      .map(([count, text]) => ({ level: "lost", kind: "图片", text: `${count} ${text}` })),
  };
}

function lossesOf({ lost: { videos, sounds, drawings } }: WechatPage): Item[] {
  const losses: [number, string, string][] = [
    [videos, "视频", "个视频没有带入，请上传到视频网站后插入"],
    [sounds, "音频", "段音频没有带入"],
    [drawings, "图形", "处 SVG 图形或互动效果没有带入"],
  ];
  return [
    ...losses
      .filter(([count]) => count > 0)
      .map(([count, kind, text]): Item => ({ level: "lost", kind, text: `${count} ${text}` })),
    { level: "ignored", kind: "版式", text: "公众号的颜色、背景和字号已统一为站点正文" },
  ];
}
