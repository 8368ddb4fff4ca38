import { gunzipSync } from "node:zlib";
import type { Figure } from "./figures.ts";
import { getOk, type Program } from "./program.ts";

const SCRIPT_GOAL = 118_000;
const STYLE_GOAL = 20_000;

/** Class names and module names that only Ant Design has. */
const ANT_DESIGN = /\bant-(btn|table|modal|select|menu)\b|@ant-design|\bantd\b/;

type Weight = { script: number; style: number; antDesign: number };

/** The first load of a page: files its HTML names, and modules these import. */
async function weigh(origin: string, page: string): Promise<Weight> {
  const html = (await getOk(origin + page)).body.toString("utf8");
  const named = (text: string) => text.match(/\/assets\/[\w.-]+\.(?:js|css)\b/g) ?? [];
  const waiting = [...new Set(named(html))];
  const seen = new Set(waiting);
  const weight: Weight = { script: 0, style: 0, antDesign: 0 };
  for (let file = waiting.shift(); file; file = waiting.shift()) {
    const answer = await getOk(origin + file, { headers: { "accept-encoding": "gzip" } });
    const isZipped = answer.headers["content-encoding"] === "gzip";
    const text = (isZipped ? gunzipSync(answer.body) : answer.body).toString("utf8");
    const bytes = answer.body.length;
    if (file.endsWith(".css")) weight.style += bytes;
    else weight.script += bytes;
    if (ANT_DESIGN.test(text)) weight.antDesign += bytes;
    // Static imports only; a module imported on demand is no part of the first load.
    for (const [, name] of text.matchAll(/(?:from|import)\s*["']\.\/([\w.-]+\.js)["']/g)) {
      const found = `/assets/${name}`;
      if (!seen.has(found)) {
        seen.add(found);
        waiting.push(found);
      }
    }
  }
  return weight;
}

const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;

/** JavaScript and CSS of each page as sent, compressed by gzip. */
export async function measureWeight(
  program: Program,
  pages: Record<string, string>,
): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const [name, page] of Object.entries(pages)) {
    const { script, style, antDesign } = await weigh(program.origin, page);
    figures.push({
      name: `${name}: JavaScript, CSS, Ant Design (gzip)`,
      figure: `${kilobytes(script)}, ${kilobytes(style)}, ${antDesign} B`,
      goal: "<= 118 kB, <= 20 kB, 0",
      isMet: script <= SCRIPT_GOAL && style <= STYLE_GOAL && antDesign === 0,
      source: page,
    });
  }
  return figures;
}
