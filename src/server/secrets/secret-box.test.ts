import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { Worker } from "node:worker_threads";
import { expect, onTestFinished, test } from "vitest";
import { secretBox } from "./secret-box.ts";

function emptyDirectory(): string {
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), "xuehui-key-"));
  onTestFinished(() => fs.rmSync(directory, { recursive: true, force: true }));
  return directory;
}

/** Reads each key in the very moment it has its name, and posts how long it was. */
const READER = `
const { parentPort, workerData } = require("node:worker_threads");
const { existsSync, readFileSync } = require("node:fs");
parentPort.postMessage("ready");
parentPort.postMessage(workerData.map((file) => {
  while (!existsSync(file));
  return readFileSync(file, "utf8").length;
}));
`;

test("a key has its name only when it is whole", async () => {
  const root = emptyDirectory();
  const directories = Array.from({ length: 100 }, (_, index) => path.join(root, String(index)));
  const files = directories.map((directory) => path.join(directory, "secret.key"));
  const reader = new Worker(READER, { eval: true, workerData: files });
  const messages: unknown[] = [];
  reader.on("message", (message) => messages.push(message));
  await expect.poll(() => messages).toHaveLength(1);
  for (const directory of directories) secretBox(directory);
  await expect.poll(() => messages).toHaveLength(2);
  expect(messages[1]).toEqual(files.map(() => 44));
});

test("what one process seals another one opens, and nothing but the key is left", () => {
  const directory = emptyDirectory();
  const sealed = secretBox(directory).seal("只有本人看得到的号码");
  expect(secretBox(directory).open(sealed)).toBe("只有本人看得到的号码");
  expect(fs.readdirSync(directory)).toEqual(["secret.key"]);
  expect(fs.statSync(path.join(directory, "secret.key")).mode & 0o777).toBe(0o600);
});
