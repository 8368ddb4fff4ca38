import { randomUUID } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { inject } from "vitest";

/** These bytes as a file of the run's own directory, which goes with the run. */
export function scratchFile(bytes: Uint8Array): string {
  const file = path.join(inject("testDir"), randomUUID());
  fs.writeFileSync(file, bytes);
  return file;
}

/** A folder of the run's own directory that does not exist yet. */
export function scratchFolder(): string {
  return path.join(inject("testDir"), randomUUID());
}
