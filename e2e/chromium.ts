import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";

/** The shell without windows comes first: it does a quarter less work for a page. */
const NAMES = [
  "chromium-headless-shell",
  "chromium",
  "chromium-browser",
  "google-chrome",
  "google-chrome-stable",
];

/**
 * Chromium loads pages of its own for the suggestions below the address line, again for each context: a
 * third of the work of a page, and no journey sees them.
 */
const ADDRESS_LINE = ["WebUIOmniboxPopup", "WebUIOmniboxFullPopup", "WebUIOmniboxAimPopup"];

/** Playwright's own list: Chromium reads only the last one it is given. */
const PLAYWRIGHT = [
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "DestroyProfileOnBrowserClose",
  "HttpsUpgrades",
  "HttpsFirstBalancedModeAutoEnable",
  "LensOverlay",
  "MediaRouter",
  "PaintHolding",
  "ThirdPartyStoragePartitioning",
  "AvoidCorsURLLoaderRestartOnRedirect",
  "TcpPortRandomizationWin",
  "OptimizationHints",
  "NetworkTimeServiceQuerying",
  "AimEnabled",
  "PreconnectToSearch",
];

/** Flags for a browser that may run as root, in a container, without a network of its own. */
export const CHROMIUM_FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
  // Pages of one context share a process, and with it the scripts it has compiled.
  "--renderer-process-limit=1",
  `--disable-features=${[...PLAYWRIGHT, ...ADDRESS_LINE].join(",")}`,
];

function inPath(): string | undefined {
  const folders = (process.env.PATH ?? "").split(path.delimiter);
  const candidates = folders.flatMap((folder) => NAMES.map((name) => path.join(folder, name)));
  return candidates.find((file) => fs.existsSync(file));
}

function inPlaywrightCache(): string | undefined {
  const root =
    process.env.PLAYWRIGHT_BROWSERS_PATH ?? path.join(os.homedir(), ".cache/ms-playwright");
  if (!fs.existsSync(root)) return undefined;
  return fs
    .readdirSync(root)
    .filter((name) => name.startsWith("chromium-"))
    .flatMap((name) =>
      [
        "chrome-linux/chrome",
        "chrome-linux64/chrome",
        "chrome-mac/Chromium.app/Contents/MacOS/Chromium",
      ].map((tail) => path.join(root, name, tail)),
    )
    .find((file) => fs.existsSync(file));
}

const found = () =>
  [process.env.CHROMIUM_PATH, inPath(), inPlaywrightCache()].find(
    (file) => file && fs.existsSync(file),
  );

/**
 * A Chromium: CHROMIUM_PATH, PATH, Playwright's cache; else one is installed (apt-get as root on
 * Debian, otherwise Playwright's download). Never skips: without one the tests fail in one line.
 */
export function chromiumPath(): string {
  const there = found();
  if (there) return there;
  console.log("no Chromium found, installing one");
  const isDebianRoot = process.getuid?.() === 0 && fs.existsSync("/usr/bin/apt-get");
  if (isDebianRoot) {
    const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
    spawnSync("apt-get", ["update", "-qq"], { stdio: "ignore", env });
    // Older releases have no package of the shell.
    for (const name of ["chromium-headless-shell", "chromium"]) {
      if (found()) break;
      const packages = [name, "fonts-noto-cjk"];
      spawnSync("apt-get", ["install", "-y", "-qq", ...packages], { stdio: "ignore", env });
    }
  }
  if (!found()) {
    const cli = path.resolve(import.meta.dirname, "../node_modules/playwright-core/cli.js");
    spawnSync(process.execPath, [cli, "install", "chromium"], { stdio: "ignore" });
  }
  const installed = found();
  if (installed) return installed;
  throw new Error("No Chromium: install one (apt-get install chromium) or set CHROMIUM_PATH");
}
