import fs from "node:fs";
import { expect, test } from "vitest";
import { BRANCH_NODES } from "#src/lib/art/branch.ts";

test("the numbers of the steps stand on the nodes of the branch", () => {
  const css = fs.readFileSync(new URL("steps.css", import.meta.url), "utf8");
  const heights = [...css.matchAll(/--node: (\d+);/g)].map(([, height]) => Number(height));
  expect(heights).toEqual(BRANCH_NODES);
});
