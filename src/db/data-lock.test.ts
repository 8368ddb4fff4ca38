import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { takeDataLock } from "./data-lock.ts";

const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), "xuehui-lock-"));
fs.chmodSync(dataDir, 0o755);
afterAll(() => fs.rmSync(dataDir, { recursive: true, force: true }));

const NOBODY = 65_534;

/** Only the superuser can be somebody else; for everybody else process 1 is another user's. */
const isRoot = process.getuid?.() === 0;

/** What another user is told who asks for the owner of the lock. */
function askAsAnother(): { status: number | null; text: string } {
  const module = path.join(import.meta.dirname, "data-lock.ts");
  const ask = `const { lockOwner } = await import(${JSON.stringify(module)});
    console.log(JSON.stringify(lockOwner(${JSON.stringify(dataDir)}) ?? null));`;
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ["--input-type=module", "-e", ask],
    { ...(isRoot ? { uid: NOBODY, gid: NOBODY } : {}), encoding: "utf8", cwd: "/" },
  );
  return { status, text: stdout.trim() || stderr };
}

/** The lock as process 1 would have left it. */
function markOfFirst(): string {
  const stat = fs.readFileSync("/proc/1/stat", "utf8");
  const ticks = stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19];
  const boot = fs.readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
  return JSON.stringify({ pid: 1, born: `${boot}:${ticks}`, ready: false });
}

test("the process of another user, who may not be sent a signal, is alive", () => {
  const lock = takeDataLock(dataDir);
  if (typeof lock === "number") throw new Error("the lock is taken");
  const file = path.join(dataDir, "lock");
  if (!isRoot) fs.writeFileSync(file, markOfFirst());
  fs.chmodSync(file, 0o644);
  const pid = isRoot ? process.pid : 1;
  expect(askAsAnother()).toEqual({ status: 0, text: JSON.stringify({ pid, isReady: false }) });
  lock.release();
  expect(askAsAnother()).toEqual({ status: 0, text: "null" });
});
