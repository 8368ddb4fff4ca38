import { escapeText } from "../text/plain-text.ts";
import { videoOfPlayer } from "./videos.ts";

/** The player may run its own scripts in its own origin; it may neither lead this page away nor ask for rights. */
const PLAYER_RIGHTS =
  'sandbox="allow-scripts allow-same-origin allow-popups allow-presentation" allow="fullscreen" allowfullscreen referrerpolicy="strict-origin-when-cross-origin"';

const VIDEO = /<figure data-video="([^"]+)"><a href="[^"]*"[^>]*>([^<]*)<\/a><\/figure>/g;

/**
 * Players for the films of clean HTML: stored is `<figure data-video="player"><a>title</a></figure>`,
 * which is harmless where nothing dresses it. The link stays below, for paper and for whoever sees
 * no player.
 */
export const dressVideos = (html: string): string =>
  html.replace(VIDEO, (stored, player: string, title: string) => {
    const video = videoOfPlayer(player.replaceAll("&amp;", "&"));
    if (!video) return stored;
    const name = title.replaceAll('"', "&quot;");
    return `<figure class="video"><iframe src="${player}" title="视频：${name}" loading="lazy" ${PLAYER_RIGHTS}></iframe><p><a href="${escapeText(video.page)}" rel="noopener nofollow">${title}</a><span>（${video.site}）</span></p></figure>`;
  });

const MARKER = /<sup data-note="(\d+)">\d+<\/sup>/g;
const LIST = /<ol data-notes="\d+">((?:<li>[^<]*<\/li>)+)<\/ol>$/;

/**
 * Links between the notes of clean HTML and their places: `<sup data-note="1">1</sup>` in the text,
 * `<ol data-notes="n"><li>` as its very end. Anything else of that kind stays plain text.
 */
export function dressNotes(html: string): string {
  const list = LIST.exec(html)?.[1];
  if (!list) return html;
  const notes = [...list.matchAll(/<li>([^<]*)<\/li>/g)].map((match) => match[1] ?? "");
  const met = new Set<number>();
  const text = html.slice(0, html.lastIndexOf("<ol data-notes=")).replace(MARKER, (all, digits) => {
    const number = Number(digits);
    if (number > notes.length) return all;
    const id = met.has(number) ? "" : ` id="note-ref-${number}"`;
    met.add(number);
    return `<sup class="note-mark"><a${id} href="#note-${number}" aria-label="注释${number}">[${number}]</a></sup>`;
  });
  const items = notes.map((note, index) => {
    const number = index + 1;
    const back = met.has(number)
      ? ` <a href="#note-ref-${number}" aria-label="回到正文中的注释${number}">↩</a>`
      : "";
    return `<li id="note-${number}">${note}${back}</li>`;
  });
  return `${text}<section class="notes" aria-label="注释"><ol>${items.join("")}</ol></section>`;
}
