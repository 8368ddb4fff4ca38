import fs from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const root = path.resolve(import.meta.dirname, "..");
const rows = fs
  .readFileSync(path.join(root, "docs/specification-map.md"), "utf8")
  .split("\n")
  .filter((line) => /^\| \d/.test(line))
  .map((line) =>
    line
      .split(/(?<!\\)\|/)
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );

test("every name in the specification map exists; a row without a test says so", () => {
  expect(rows.length).toBeGreaterThan(100);
  const dead = rows
    .flatMap(([, , , slice, proof]) => [slice, proof])
    .flatMap((cell) => [...(cell ?? "").matchAll(/`([^`]+)`/g)].map((match) => match[1] ?? ""))
    .filter((name) => !fs.existsSync(path.join(root, name)));
  expect([...new Set(dead)]).toEqual([]);
  for (const [section, sentence, , slice, proof] of rows) {
    expect(
      proof === "to be built" || (!!slice && /^`.+`$/.test(proof ?? "")),
      `${section} ${sentence}`,
    ).toBe(true);
  }
});
