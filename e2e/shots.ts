import fs from "node:fs";
import path from "node:path";
import { type Browser, chromium } from "playwright-core";
import sharp from "sharp";
import { CHROMIUM_FLAGS, chromiumPath } from "./chromium.ts";
import { databaseUrlOf } from "./database.ts";
import { ADMIN_PASSWORD, changeFirstPassword, FIRST_PASSWORD } from "./first-password.ts";
import { freePort, launch, rootDir, scratchDir, started } from "./program.ts";
import { withoutStream } from "./without-stream.ts";

// `npm run shots`: the gallery of all screens in shots/, and the pictures of the README;
// `npm run shots -- office-users` that screen alone.
// Start-up is the program's own, with the demo society.

const WIDTHS = [1440, 1024, 768, 375];
const gallery = path.join(rootDir, "shots");
const pictures = path.join(rootDir, "docs/pictures");

type Screen = {
  name: string;
  path: string;
  widths?: number[];
  /** Set before the page's own scripts run. */
  storage?: Record<string, string>;
  session?: Record<string, string>;
  /** Brings the screen into the state to show. */
  act?: (page: Awaited<ReturnType<Browser["newPage"]>>) => Promise<void>;
  isLoggedIn?: boolean;
  script?: boolean;
};

const q = (text: string) => encodeURIComponent(text);

async function publicScreens(base: string): Promise<Screen[]> {
  const call = async (url: string) => (await fetch(`${base}/prod-api/api/bll/${url}`)).json();
  const { rows } = (await call("article_type/list?pageSize=100")) as {
    rows: { id: number; parentId: number; bllName: string }[];
  };
  const list = (name: string) => {
    const found = rows.find((row) => row.bllName === name);
    return `/areaxList?parentId=${found?.parentId}&tabIndex=${found?.id}`;
  };
  const newest = (await call(
    `article/list?typeId=${rows.find((row) => row.bllName === "要闻")?.id}&pageSize=1`,
  )) as { rows: { id: number }[] };
  const article = `/article?articleId=${newest.rows[0]?.id}`;
  return [
    { name: "home", path: "/" },
    {
      name: "home-notice-closed",
      path: "/",
      widths: [1440, 375],
      act: (page) => page.locator(".notice summary").click(),
    },
    { name: "home-no-script", path: "/", widths: [1440, 375], script: false },
    {
      name: "menu-open",
      path: "/",
      widths: [1440],
      act: (page) => page.locator(".menu-bar").getByRole("link", { name: "家庭教育指导" }).hover(),
    },
    {
      name: "menu-open",
      path: "/",
      widths: [375],
      act: (page) => page.locator(".phone-menu > summary").click(),
    },
    {
      name: "chat",
      path: "/",
      widths: [1440, 375],
      act: (page) => page.getByRole("button", { name: /小助手/ }).click(),
    },
    { name: "home-elder", path: "/", widths: [1440, 375], storage: { elder: "22" } },
    { name: "home-consultation", path: "/?state=1", widths: [1440, 375] },
    { name: "list", path: list("通知公告") },
    { name: "list-single-page", path: list("组织机构"), widths: [1440, 375] },
    { name: "article", path: article },
    { name: "article-elder", path: article, widths: [1440, 375], storage: { elder: "22" } },
    { name: "search", path: `/search?q=${q("家庭教育")}` },
    {
      name: "search-suggestions",
      path: "/",
      widths: [1440],
      act: async (page) => {
        await page.getByRole("combobox", { name: "全站搜索" }).pressSequentially("家庭");
        await page.getByRole("option").first().waitFor();
        await page.keyboard.press("ArrowDown");
      },
    },
    { name: "search-nothing", path: `/search?q=${q("猢狲鸀")}`, widths: [1440, 375] },
    { name: "not-found", path: "/404", widths: [1440, 375] },
    { name: "unauthorised", path: "/401", widths: [1440, 375] },
    { name: "login", path: "/login", widths: [1440, 375] },
    {
      name: "login-error",
      path: "/login",
      widths: [1440, 375],
      act: (page) => page.getByRole("button", { name: "登录", exact: true }).click(),
    },
    {
      name: "login-sms",
      path: "/login",
      widths: [1440, 375],
      act: (page) => page.getByText("短信登录").click(),
    },
    { name: "register", path: "/register", widths: [1440, 375] },
    { name: "forget-password", path: "/forgetPassword", widths: [1440, 375] },
    { name: "personal", path: "/personal", widths: [1440, 375], isLoggedIn: true },
    { name: "agreement", path: "/agreement?doc=user", widths: [1440, 375] },
  ];
}

const OFFICE_WIDTHS = [1440, 375];

/** Pages of the back office, with their drawers and dialogs. */
function officeScreens(): Screen[] {
  const pages: [name: string, path: string][] = [
    ["workbench", "/workbench"],
    ["profile", "/user/profile"],
    ["users", "/system/user"],
    ["roles", "/system/role"],
    ["depts", "/system/dept"],
    ["menus", "/system/menu"],
    ["posts", "/system/post"],
    ["dictionaries", "/system/dict"],
    ["settings", "/system/config"],
    ["notices", "/system/notice"],
    ["settings-table", "/system/config?view=table"],
    ["dictionary-entries", "/system/dict-data/index/1"],
    ["person", "/system/user-access/index/2"],
    ["compare", "/system/role-compare?ids=1%2C2"],
    ["operation-log", "/system/log/operlog"],
    ["log-in-log", "/system/log/logininfor"],
    ["online", "/monitor/online"],
    ["jobs", "/monitor/job"],
    ["job-log", "/monitor/job-log/index/0"],
    ["server", "/monitor/server"],
    ["cache", "/monitor/cache"],
    ["cache-list", "/monitor/cacheList"],
    ["data", "/monitor/druid"],
    ["form-builder", "/tool/build"],
    ["generator", "/tool/gen"],
    ["api-description", "/tool/swagger"],
  ];
  const office = { isLoggedIn: true, widths: OFFICE_WIDTHS } as const;
  return [
    ...pages.map(
      ([name, address]): Screen => ({ ...office, name: `office-${name}`, path: address }),
    ),
    {
      ...office,
      name: "office-drawer",
      path: "/system/post",
      widths: [1440],
      act: (page) => page.getByRole("button", { name: "新增" }).first().click(),
    },
    {
      ...office,
      name: "office-light",
      path: "/system/post",
      widths: [1440],
      session: {
        "layout-setting": JSON.stringify({ sideTheme: "theme-light", theme: "#11A983" }),
      },
    },
    { ...office, name: "office-not-found", path: "/system/dict-data/index/999999" },
  ];
}

/** A token of the administrator; the captcha is off in the gallery. */
async function token(base: string): Promise<string> {
  const answer = await fetch(`${base}/prod-api/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ username: "admin", password: ADMIN_PASSWORD }),
  });
  return ((await answer.json()) as { token: string }).token;
}

async function shoot(
  browser: Browser,
  base: string,
  screen: Screen,
  width: number,
  adminToken: string,
): Promise<string> {
  const context = await browser.newContext({
    viewport: { width, height: width < 600 ? 812 : 900 },
    deviceScaleFactor: 1,
    locale: "zh-CN",
    timezoneId: "Asia/Shanghai",
    reducedMotion: "reduce",
    javaScriptEnabled: screen.script ?? true,
  });
  if (screen.isLoggedIn) {
    await context.addCookies([{ name: "Admin-Token", value: adminToken, url: base }]);
  }
  await withoutStream(context);
  const page = await context.newPage();
  for (const [key, value] of Object.entries(screen.storage ?? {})) {
    await page.addInitScript(
      ([name, text]) => localStorage.setItem(name ?? "", text ?? ""),
      [key, value],
    );
  }
  for (const [key, value] of Object.entries(screen.session ?? {})) {
    await page.addInitScript(
      ([name, text]) => sessionStorage.setItem(name ?? "", text ?? ""),
      [key, value],
    );
  }
  await page.goto(base + screen.path, { waitUntil: "networkidle" });
  if (screen.script !== false) {
    await page.waitForFunction(() => document.documentElement.dataset.hydrated === "true");
  }
  await screen.act?.(page);
  // Pictures that load when they come into view are to be in the picture.
  if (screen.script !== false) {
    await page.evaluate(() => {
      for (const image of document.querySelectorAll("img")) image.loading = "eager";
    });
  }
  await page.waitForLoadState("networkidle");
  const file = path.join(gallery, `${screen.name}-${width}.png`);
  await page.screenshot({ path: file, fullPage: !screen.act });
  await context.close();
  return file;
}

/** The README's pictures: the top of some screens, small. */
async function readmePictures(): Promise<void> {
  fs.mkdirSync(pictures, { recursive: true });
  const top = (name: string, width: number, height: number) =>
    sharp(path.join(gallery, `${name}.png`)).extract({ left: 0, top: 0, width, height });
  const tops = { "home-1440": 1000, "article-1440": 1000, "search-1440": 1000 };
  for (const [name, height] of Object.entries({ ...tops, "office-workbench-1440": 900 })) {
    await top(name, 1440, height)
      .resize(960)
      .webp({ quality: 82 })
      .toFile(path.join(pictures, `${name}.webp`));
  }
  const phone = await top("home-375", 375, 1000).toBuffer();
  const elder = await top("home-elder-1440", 1440, 1372).resize({ height: 1000 }).toBuffer();
  const { width = 0 } = await sharp(elder).metadata();
  await sharp({
    create: { width: 375 + 24 + width, height: 1000, channels: 3, background: "#efeae0" },
  })
    .composite([
      { input: phone, left: 0, top: 0 },
      { input: elder, left: 399, top: 0 },
    ])
    .webp({ quality: 82 })
    .toFile(path.join(pictures, "phone-elder.tmp.webp"));
  await sharp(path.join(pictures, "phone-elder.tmp.webp"))
    .resize(960)
    .webp({ quality: 82 })
    .toFile(path.join(pictures, "phone-elder.webp"));
  fs.rmSync(path.join(pictures, "phone-elder.tmp.webp"));
}

const dataDir = scratchDir();
const program = launch({
  PORT: String(await freePort()),
  DATA_DIR: dataDir,
  WORKERS: "1",
  DEMO: "on",
  CAPTCHA_ENABLED: process.argv.includes("--captcha") ? "true" : "false",
  ADMIN_PASSWORD: FIRST_PASSWORD,
});
const browser = await chromium.launch({ executablePath: chromiumPath(), args: CHROMIUM_FLAGS });
try {
  await started(program);
  await changeFirstPassword(program, databaseUrlOf(dataDir));
  fs.mkdirSync(gallery, { recursive: true });
  const adminToken = await token(program.url);
  const wanted = process.argv.slice(2).filter((word) => !word.startsWith("--"));
  for (const screen of [...(await publicScreens(program.url)), ...officeScreens()]) {
    if (wanted.length > 0 && !wanted.includes(screen.name)) continue;
    for (const width of screen.widths ?? WIDTHS) {
      const file = await shoot(browser, program.url, screen, width, adminToken);
      console.log(path.relative(rootDir, file));
    }
  }
  if (wanted.length === 0) await readmePictures();
} finally {
  await browser.close();
  await program.stop();
  fs.rmSync(dataDir, { recursive: true, force: true });
}
