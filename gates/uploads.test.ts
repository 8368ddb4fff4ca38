import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import sharp from "sharp";
import { afterAll, expect, test } from "vitest";
import { browserKit } from "../e2e/browser.ts";
import { residentMb } from "../e2e/memory.ts";
import { sitePid } from "../e2e/site.ts";
import { staffPage } from "../e2e/staff.ts";

// `npm run gate:uploads`: a hundred pictures chosen at once on the page of the files.
const browser = browserKit();
const scratch = fs.mkdtempSync(path.join(os.tmpdir(), "xuehui-uploads-"));
afterAll(() => fs.rmSync(scratch, { recursive: true, force: true }));

const COUNT = 100;
const LIMIT_MB = 300;

test("a hundred pictures of 3 MB show their progress and keep the memory low", async () => {
  const [width, height] = [2400, 1600];
  const noise = await sharp({
    create: {
      width,
      height,
      channels: 3,
      background: "#888",
      noise: { type: "gaussian", mean: 128, sigma: 40 },
    },
  })
    .jpeg({ quality: 93 })
    .toBuffer();
  expect(noise.length).toBeGreaterThan(2_500_000);
  const files = Array.from({ length: COUNT }, (_, index) => {
    const file = path.join(scratch, `照片${String(index).padStart(3, "0")}.jpg`);
    // Behind the picture: no two files are the same, and none has to be drawn for it.
    fs.writeFileSync(file, Buffer.concat([noise, Buffer.from(`no. ${index}`)]));
    return file;
  });
  const page = await staffPage(browser, "/content/files");
  await page.locator(".md-open").first().waitFor();
  const idle = residentMb(sitePid);
  let most = idle;
  const watch = setInterval(() => {
    most = Math.max(most, residentMb(sitePid));
  }, 200);
  const began = performance.now();
  await page.getByLabel("上传文件", { exact: true }).setInputFiles(files);
  const seen = new Set<string>();
  const progress = page.locator(".md-progress");
  await progress.waitFor();
  const reading = setInterval(() => {
    void progress
      .innerText({ timeout: 2_000 })
      .then((text) => seen.add(/已完成 (\d+) \/ 100/.exec(text)?.[1] ?? ""))
      .catch(() => undefined);
  }, 250);
  await progress.waitFor({ state: "detached", timeout: 300_000 });
  clearInterval(reading);
  clearInterval(watch);
  const seconds = (performance.now() - began) / 1000;
  console.info(
    `${COUNT} pictures of ${(noise.length / 1e6).toFixed(1)} MB: ${seconds.toFixed(0)} s, ` +
      `idle ${idle.toFixed(0)} MB, at most ${(most - idle).toFixed(0)} MB more`,
  );
  expect(seen.size).toBeGreaterThan(10);
  await page.getByRole("treeitem").or(page.getByText("全部文件（125）")).first().waitFor();
  expect(await page.locator(".o-file-bad").count()).toBe(0);
  expect(most - idle).toBeLessThan(LIMIT_MB);
}, 400_000);
