import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { afterAll, afterEach, expect, inject, vi } from "vitest";
import { CHROMIUM_FLAGS } from "./chromium.ts";
import { openSession as openSessionAt, query as queryAt } from "./database.ts";
import { scratchDir } from "./program.ts";
import { baseUrl, databaseUrl, dataDir } from "./site.ts";
import { slowed } from "./slow.ts";

export const DESKTOP = { width: 1440, height: 900 };
export const PHONE = { width: 375, height: 812 };

const axeSource = fs.readFileSync(
  createRequire(import.meta.url).resolve("axe-core/axe.min.js"),
  "utf8",
);

/** Of every context; a page of the kept one is given its size by itself. */
const CONTEXT: BrowserContextOptions = {
  baseURL: baseUrl,
  viewport: DESKTOP,
  locale: "zh-CN",
  timezoneId: "Asia/Shanghai",
  reducedMotion: "reduce",
};

/** A document of the site without scripts. */
const BLANK = new URL("/blank", baseUrl).href;

async function blankPage(page: Page): Promise<void> {
  await page.route(BLANK, (route) => route.fulfill({ contentType: "text/html", body: "" }));
  await page.goto(BLANK);
  await page.unroute(BLANK);
}

/**
 * A context that lives as long as its file, in a profile on the disk: only there does Chromium keep the
 * scripts it has compiled, which are half of the work of a page. A blank page of the site keeps their
 * process. `emptied` leaves nothing of a test but the scripts.
 */
async function keptContext() {
  const profile = scratchDir();
  const context = await chromium.launchPersistentContext(profile, {
    ...CONTEXT,
    executablePath: inject("chromium"),
    args: CHROMIUM_FLAGS,
  });
  slowed(context);
  const idle = await context.newPage();
  await blankPage(idle);
  const devtools = await context.newCDPSession(idle);
  return {
    context,
    async emptied(): Promise<void> {
      await Promise.all(
        context
          .pages()
          .filter((page) => page !== idle)
          .map((page) => page.close()),
      );
      await Promise.all([
        context.clearCookies(),
        context.clearPermissions(),
        context.setOffline(false),
        context.unrouteAll({ behavior: "ignoreErrors" }),
        devtools.send("Storage.clearDataForOrigin", {
          origin: new URL(baseUrl).origin,
          storageTypes: "cookies,local_storage,indexeddb,service_workers,cache_storage",
        }),
      ]);
    },
    async end(): Promise<void> {
      await context.close();
      fs.rmSync(profile, { recursive: true, force: true });
    },
  };
}

/**
 * The browsers of a test file. Every page they open is watched: a script error, a console error, a
 * refused resource or a CSP report fails the test that caused it.
 *
 * The first page of a test lies in the kept context, unless it asks for more than a size; those beside it
 * are of other people, each in a context of its own. `keepsPages`: a page lives as long as the file, and
 * each test empties its storage and loads it again (`emptied`). `ownContexts`: no page lies in the kept
 * context, for files that change a context for good (its clock, its scripts).
 */
export function browserKit({ keepsPages = false, ownContexts = false } = {}) {
  let browser: Promise<Browser> | undefined;
  let kept: ReturnType<typeof keptContext> | undefined;
  let isKeptTaken = ownContexts;
  const complaints: string[] = [];
  const expected = new Set<string>();
  const open: Page[] = [];

  afterAll(async () => {
    await (await kept)?.end();
    await (await browser)?.close();
  });
  afterEach(async () => {
    if (!keepsPages) {
      await Promise.all(open.splice(0).map((page) => page.context().close()));
      await (await kept)?.emptied();
      isKeptTaken = ownContexts;
    }
    expected.clear();
    expect(complaints.splice(0), "the browser complained").toEqual([]);
  });

  async function newPage({ viewport, ...special }: BrowserContextOptions): Promise<Page> {
    if (!isKeptTaken && Object.keys(special).length === 0) {
      isKeptTaken = true;
      kept ??= keptContext();
      const page = await (await kept).context.newPage();
      if (viewport) await page.setViewportSize(viewport);
      return page;
    }
    browser ??= chromium.launch({ executablePath: inject("chromium"), args: CHROMIUM_FLAGS });
    const context = await (await browser).newContext({
      ...CONTEXT,
      ...(viewport ? { viewport } : {}),
      ...special,
    });
    slowed(context);
    const page = await context.newPage();
    open.push(page);
    return page;
  }

  return {
    /** Until the test ends nobody complains of these: it answers with them itself, in place of the server. */
    answersItself(...statuses: number[]): void {
      for (const status of statuses) expected.add(String(status));
    },
    /** A page without cookies and storage. */
    async page(options: BrowserContextOptions = {}): Promise<Page> {
      const page = await newPage(options);
      page.on("pageerror", (error) => complaints.push(`${page.url()} ${error.message}`));
      page.on("console", (message) => {
        if (message.type() !== "error") return;
        // The document's own status is looked at by the test that expects it.
        if (
          /status of (400|403|404|503)/.test(message.text()) &&
          message.location().url === page.url()
        )
          return;
        if (expected.has(/status of (\d{3})/.exec(message.text())?.[1] ?? "")) return;
        // A journey has cut the connection.
        if (message.text().includes("net::ERR_INTERNET_DISCONNECTED")) return;
        complaints.push(`${page.url()} ${message.text()}`);
      });
      return page;
    },
  };
}

/** Ends what a page shows and empties its storage, as in a new one; it stays signed in. */
export async function emptied(page: Page): Promise<void> {
  // Without scripts: nothing writes between the emptying and the next load.
  await blankPage(page);
  await page.evaluate(() => {
    localStorage.clear();
    sessionStorage.clear();
  });
}

/** Waits until React has taken the page over: what only works with JavaScript works from here on. */
export async function ready(page: Page): Promise<void> {
  await page.waitForFunction(() => document.documentElement.dataset.hydrated === "true");
}

/**
 * Waits until nothing fades or slides and no list is grey for newer rows: half-transparent text has no
 * contrast to measure.
 */
async function still(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const isMoving = document.getAnimations().some((each) => {
      const end = each.effect?.getComputedTiming().endTime;
      return each.playState === "running" && end !== Number.POSITIVE_INFINITY;
    });
    // What lies in a hidden tab does not go on, so a list that was waiting there stays grey.
    const busy = [...document.querySelectorAll('[aria-busy="true"]')];
    return !isMoving && !busy.some((each) => each.checkVisibility());
  });
}

/** Runs axe on the page once it stands still; an empty list means no violation. */
export async function accessibilityProblems(page: Page): Promise<string[]> {
  await still(page);
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axeSource);
  return page.evaluate(async () => {
    const { axe } = window as unknown as {
      axe: {
        run(options: object): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>;
      };
    };
    const { violations } = await axe.run({ resultTypes: ["violations"] });
    return violations.flatMap(({ id, nodes }) =>
      nodes.map((node) => `${id}: ${node.html.slice(0, 160)}`),
    );
  });
}

/** True when nothing sticks out to the right of the window. */
export function fitsWidth(page: Page): Promise<boolean> {
  return page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth);
}

type Sms = { to: string; scene: string; code?: string };

/** One statement on the program's own database, for what no journey can bring about by itself. */
export const query = (text: string, values: unknown[] = []): Promise<Record<string, unknown>[]> =>
  queryAt(databaseUrl, text, values);

/** A living session of a user, as the log-in would have opened it; returns its token. */
export const openSession = (userId: number): Promise<string> => openSessionAt(databaseUrl, userId);

/**
 * The answer of a captcha whose picture the journey has on its screen: the words of the question are
 * limited to three an hour and address, and a program should not read the picture.
 */
export async function captchaAnswer(uuid: string): Promise<string> {
  const [row] = await query("select answer from captcha where uuid = $1", [uuid]);
  return String(row?.answer);
}

/** Of a captcha and a code from a telephone the first. */
export const captchaField = (page: Page) => page.getByLabel(/^(图形)?验证码$/).first();

/** A fresh picture, answered; one that is on its way by itself, behind a refusal, is waited for. */
export async function solveCaptcha(page: Page): Promise<void> {
  await page.locator("form img:not([data-stale])").waitFor();
  const asked = page.waitForResponse(/captchaImage/);
  await page.getByRole("button", { name: "换一题" }).click();
  const { uuid } = (await (await asked).json()) as { uuid: string };
  await captchaField(page).fill(await captchaAnswer(uuid));
}

/** Two minutes go by for a phone: codes may follow each other only after one. */
export async function letTimePass(phone: string): Promise<void> {
  await query(
    "update one_time_code set created_at = created_at - interval '2 minutes' where receiver = $1",
    [phone],
  );
}

/** The newest code sent to a phone, as the outbox has it; some leave after the answer. */
export const smsCode = (phone: string, scene: string): Promise<string> =>
  vi.waitFor(() => sentCode(phone, scene), { timeout: 5_000 });

function sentCode(phone: string, scene: string): string {
  const file = path.join(dataDir, "outbox/sms.jsonl");
  const lines = fs.readFileSync(file, "utf8").trim().split("\n");
  const found = lines
    .map((line) => JSON.parse(line) as Sms)
    .findLast((sms) => sms.to === phone && sms.scene === scene);
  if (!found?.code) throw new Error(`no code for ${phone} ${scene}`);
  return found.code;
}

const DIGITS = "零一二三四五六七八九";

/** Answers the captcha's question in words, e.g. 七加五等于几. */
export function answerQuestion(text: string): string {
  const match =
    /([零一二三四五六七八九十\d]+)\s*(加上?|减去?|乘以?|\+|-|×)\s*([零一二三四五六七八九十\d]+)/.exec(
      text,
    );
  if (!match?.[1] || !match[2] || !match[3]) throw new Error(`not understood: ${text}`);
  const value = (word: string) => {
    if (/^\d+$/.test(word)) return Number(word);
    const [tens, ones] = word.includes("十") ? word.split("十") : ["零", word];
    return (tens ? DIGITS.indexOf(tens) : 1) * 10 + (ones ? DIGITS.indexOf(ones) : 0);
  };
  const [left, right] = [value(match[1]), value(match[3])];
  if (/加|\+/.test(match[2])) return String(left + right);
  return String(/乘|×/.test(match[2]) ? left * right : left - right);
}
