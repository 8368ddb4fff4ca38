import fs from "node:fs";
import { launch } from "chrome-launcher";
import lighthouse from "lighthouse";
import { type Figure, median } from "./figures.ts";
import { getOk, type Program } from "./program.ts";

const GOAL = 95;
const CATEGORIES = ["performance", "accessibility", "best-practices", "seo"];

const chromium = (): string | undefined =>
  [process.env.CHROMIUM_PATH, "/usr/bin/chromium", "/usr/bin/chromium-browser"].find(
    (each) => each && fs.existsSync(each),
  );

/** One run alone says little: another program on the machine counts as a slow page. */
const RUNS = 3;

/** The median of Lighthouse's runs as a phone sees the pages: its own slow network and slow processor. */
export async function measureLighthouse(
  program: Program,
  pages: Record<string, string>,
  source: string,
): Promise<Figure[]> {
  const chromePath = chromium();
  const chrome = await launch({
    ...(chromePath ? { chromePath } : {}),
    chromeFlags: [
      "--headless=new",
      "--no-sandbox",
      "--disable-gpu",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      "--no-first-run",
    ],
  });
  const figures: Figure[] = [];
  try {
    for (const [name, page] of Object.entries(pages)) {
      const url = program.origin + page;
      await getOk(url);
      const runs: Awaited<ReturnType<typeof lighthouse>>[] = [];
      for (let run = 0; run < RUNS; run++) {
        const options = {
          port: chrome.port,
          logLevel: "silent",
          onlyCategories: CATEGORIES,
        } as const;
        runs.push(await lighthouse(url, options));
      }
      const scoreOf = (run: (typeof runs)[number], id: string) =>
        Math.round((run?.lhr.categories[id]?.score ?? 0) * 100);
      const scores = CATEGORIES.map((id) => median(runs.map((run) => scoreOf(run, id))));
      const result = runs.find((run) => scoreOf(run, "performance") === scores[0]);
      const isMet = scores.every((score) => score >= GOAL);
      const weak = Object.values(result?.lhr.audits ?? {}).filter(
        ({ score, scoreDisplayMode }) =>
          score !== null && score < 0.9 && /^(binary|numeric)$/.test(scoreDisplayMode),
      );
      figures.push({
        name: `Lighthouse, phone, ${name}: ${CATEGORIES.join(", ")}`,
        figure: scores.join(", "),
        goal: `>= ${GOAL}`,
        isMet,
        source,
        ...(isMet
          ? {}
          : { note: weak.map(({ id, displayValue }) => `${id} ${displayValue ?? ""}`).join("; ") }),
      });
    }
  } finally {
    chrome.kill();
  }
  return figures;
}
