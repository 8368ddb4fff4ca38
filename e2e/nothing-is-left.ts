import fs from "node:fs";
import path from "node:path";
import { expect } from "vitest";

/** No lock, no postmaster, and so nothing that stands in the way of the next start. */
export function nothingIsLeft(directory: string): void {
  expect(fs.existsSync(path.join(directory, "lock"))).toBe(false);
  expect(fs.existsSync(path.join(directory, "postgres", "postmaster.pid"))).toBe(false);
}
