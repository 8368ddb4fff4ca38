/** A film on one of the sites whose player may stand in a page. */
export type Video = {
  /** Address of the player, in the one form that is stored. */
  player: string;
  /** Where people watch it on the site itself. */
  page: string;
  /** Name of the site. */
  site: string;
};

type Site = {
  name: string;
  origin: string;
  /** Host and address forms that people copy; the first group is the film's id. */
  pages: readonly RegExp[];
  player: (id: string) => string;
  page: (id: string) => string;
};

const SITES: readonly Site[] = [
  {
    name: "哔哩哔哩",
    origin: "https://player.bilibili.com",
    pages: [
      /^(?:www\.|m\.)?bilibili\.com\/video\/(BV[\da-zA-Z]{10})(?:[/?#]|$)/,
      /^player\.bilibili\.com\/player\.html\?(?:[^#]*&)?bvid=(BV[\da-zA-Z]{10})(?:[&#]|$)/,
    ],
    player: (id) => `https://player.bilibili.com/player.html?bvid=${id}`,
    page: (id) => `https://www.bilibili.com/video/${id}`,
  },
  {
    name: "腾讯视频",
    origin: "https://v.qq.com",
    pages: [
      /^v\.qq\.com\/x\/page\/([\da-z]{11})\.html(?:[?#]|$)/,
      /^v\.qq\.com\/x\/cover\/\w+\/([\da-z]{11})\.html(?:[?#]|$)/,
      /^(?:v\.qq\.com\/(?:txp\/)?iframe\/(?:player|preview)\.html|m\.v\.qq\.com\/[\w/.]*)\?(?:[^#]*&)?vid=([\da-z]{11})(?:[&#]|$)/,
    ],
    player: (id) => `https://v.qq.com/txp/iframe/player.html?vid=${id}`,
    page: (id) => `https://v.qq.com/x/page/${id}.html`,
  },
  {
    name: "优酷",
    origin: "https://player.youku.com",
    pages: [
      /^v\.youku\.com\/v_show\/id_([\da-zA-Z]{8,24}={0,2})\.html(?:[?#]|$)/,
      /^v\.youku\.com\/video\?(?:[^#]*&)?vid=([\da-zA-Z]{8,24}(?:=|%3D){0,2})(?:[&#]|$)/,
      /^player\.youku\.com\/embed\/([\da-zA-Z]{8,24}={0,2})(?:[?#]|$)/,
    ],
    player: (id) => `https://player.youku.com/embed/${id.replaceAll("%3D", "=")}`,
    page: (id) => `https://v.youku.com/v_show/id_${id.replaceAll("%3D", "=")}.html`,
  },
  {
    name: "央视网",
    origin: "https://tv.cctv.com",
    pages: [
      /^tv\.cctv\.(?:com|cn)\/\d{4}\/\d{2}\/\d{2}\/(VIDE[\da-zA-Z]{10,40})\.shtml(?:[?#]|$)/,
      /^tv\.cctv\.com\/v\/v1\/(VIDE[\da-zA-Z]{10,40})\.html(?:[?#]|$)/,
    ],
    player: (id) => `https://tv.cctv.com/v/v1/${id}.html`,
    page: (id) => `https://tv.cctv.com/v/v1/${id}.html`,
  },
];

/** Origins that a page with films may frame. */
export const VIDEO_ORIGINS: readonly string[] = SITES.map((site) => site.origin);

/** Names of the sites, for the hint beside the field. */
export const VIDEO_SITES: string = SITES.map((site) => site.name).join("、");

/** The film of a pasted page address, player address or `<iframe …>`; undefined for other sites. */
export function videoOf(pasted: string): Video | undefined {
  const text = pasted.trim().slice(0, 2_000);
  const address = /<iframe\b[^>]*?\ssrc\s*=\s*["']?([^"'\s>]+)/i.exec(text)?.[1] ?? text;
  const rest = /^(?:https?:)?\/\/(.+)$/i.exec(address.replaceAll("&amp;", "&"))?.[1] ?? address;
  for (const { name, pages, player, page } of SITES) {
    for (const form of pages) {
      const id = form.exec(rest)?.[1];
      if (id) return { player: player(id), page: page(id), site: name };
    }
  }
  return undefined;
}

/** The film of a stored player address: only the very form that `videoOf` gives counts. */
export function videoOfPlayer(address: string | undefined): Video | undefined {
  const video = address ? videoOf(address) : undefined;
  return video?.player === address ? video : undefined;
}
