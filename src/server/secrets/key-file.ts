import { randomBytes } from "node:crypto";
import fs from "node:fs";
import path from "node:path";

/** Writes the text beside the file, for its owner alone, down to the disk. */
function writeBeside(file: string, text: string): string {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  const own = `${file}.${process.pid}.${randomBytes(4).toString("hex")}`;
  fs.writeFileSync(own, text, { mode: 0o600, flush: true });
  return own;
}

/**
 * Several workers may come here at once: the first to give the file its name wins, the others read it.
 * The file has its name only when it is whole, so nobody reads half a key and no kill leaves one.
 */
export function makeOnce(file: string, text: string): void {
  const own = writeBeside(file, text);
  try {
    fs.linkSync(own, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  } finally {
    fs.rmSync(own, { force: true });
  }
}

/** Puts another text in the file's place: whoever reads sees the old one or the new one, whole. */
export function replaceWhole(file: string, text: string): void {
  fs.renameSync(writeBeside(file, text), file);
  // What is sealed with a key must not outlive the file's new name when the power goes. Windows opens no directory.
  if (process.platform === "win32") return;
  const directory = fs.openSync(path.dirname(file), "r");
  fs.fsyncSync(directory);
  fs.closeSync(directory);
}
