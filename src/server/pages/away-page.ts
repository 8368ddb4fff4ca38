import type { ServerResponse } from "node:http";
import { escapeText } from "../../lib/text/plain-text.ts";
import { SECURITY_HEADERS } from "../http/headers.ts";
import type { Society } from "./page-context.ts";

/** Seconds after which a client may ask again. */
const RETRY_SECONDS = 5;

/** Answers where nothing can be rendered, most likely for want of the database: 503 and whom to call. */
export function sendAwayPage(response: ServerResponse, society: Society | undefined): void {
  const body = awayPage(society);
  response.writeHead(503, {
    ...SECURITY_HEADERS,
    "content-security-policy":
      "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'self'",
    "content-type": "text/html; charset=utf-8",
    "content-length": Buffer.byteLength(body),
    "cache-control": "no-store",
    "retry-after": String(RETRY_SECONDS),
  });
  response.end(body);
}

/** Needs nothing that may be away as well: no script, no file. */
function awayPage(society: Society | undefined): string {
  const phone = society?.phone
    ? `<p class="help">有急事请致电 <a href="tel:${escapeText(society.phone.replace(/[^\d+]/g, ""))}">${escapeText(society.phone)}</a>${
        society.hours ? `<br><small>${escapeText(society.hours)}</small>` : ""
      }</p>`
    : "";
  return `<!doctype html>
<html lang="zh-CN">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>暂时无法访问</title>
<style>
body{margin:0;min-height:100vh;display:grid;place-items:center;background:#f7f4ee;color:#1b2430;
font:17px/1.8 "PingFang SC","Microsoft YaHei","Noto Sans CJK SC",sans-serif}
main{box-sizing:border-box;width:min(34rem,100% - 2rem);padding:2.5rem 2rem;background:#fff;
border:1px solid #e4ded2;border-top:4px solid #c23a22}
.name{margin:0;color:#5f6875;font-size:.94rem}
h1{margin:.25rem 0 1rem;font:600 1.75rem/1.4 "Songti SC","Noto Serif CJK SC",serif}
p{margin:0 0 1rem}
a{color:#0a5fbf}
.again{display:inline-block;padding:.55rem 1.5rem;background:#0a5fbf;color:#fff;text-decoration:none}
.again:focus-visible,a:focus-visible{outline:3px solid #1b2430;outline-offset:2px}
.help{margin:1.5rem 0 0;padding-top:1.25rem;border-top:1px solid #e4ded2;color:#465160}
small{color:#5f6875}
</style>
</head>
<body>
<main>
${society?.name ? `<p class="name">${escapeText(society.name)}</p>` : ""}
<h1>暂时无法访问</h1>
<p>系统正在恢复，通常一两分钟就好。请稍等片刻，再试一次。</p>
<a class="again" href="">再试一次</a>
${phone}
</main>
</body>
</html>
`;
}
