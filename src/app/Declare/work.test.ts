import { expect, test } from "vitest";
import { changedIn, copyOf, hasClash, settled, taken, type Work, workOf } from "./work.ts";

/** The work looks at the values and the version alone. */
const info = (version: number, values: Record<string, string>) =>
  ({ version, values }) as unknown as Work["info"];

const begun = workOf(info(3, { goal: "旧", plan: "计划" }), undefined);
const typed: Work = { ...begun, values: { goal: "我的", plan: "计划" } };
const clashed = taken(
  typed,
  { goal: "我的" },
  {
    id: 1,
    itemNo: "",
    state: 0,
    version: 5,
    conflicts: ["goal"],
    values: { goal: "他的", plan: "计划" },
  },
);

test("a field that two have changed is sent by nobody before one has chosen, also after the page was left", () => {
  expect(clashed.conflicts).toEqual({ goal: "他的" });
  expect(changedIn(clashed)).toEqual([]);
  const kept = copyOf(clashed);
  expect(kept).toMatchObject({ values: { goal: "我的" }, clashes: ["goal"] });

  // Meanwhile the other one has written on.
  const again = workOf(info(6, { goal: "他的，又改", plan: "计划" }), kept);
  expect(again.values.goal).toBe("我的");
  expect(again.conflicts).toEqual({ goal: "他的，又改" });
  expect(changedIn(again)).toEqual([]);

  expect(changedIn(settled(again, "goal", true))).toEqual(["goal"]);
  const theirs = settled(again, "goal", false);
  expect(theirs.values.goal).toBe("他的，又改");
  expect(changedIn(theirs)).toEqual([]);
  expect(copyOf(theirs)).toBeUndefined();
});

test("two texts that have become the same are no clash", () => {
  const same = workOf(info(6, { goal: "我的", plan: "计划" }), copyOf(clashed));
  expect(hasClash(same)).toBe(false);
  expect(copyOf(same)).toBeUndefined();
});

test("what was typed and never sent goes on from where it stood", () => {
  const again = workOf(info(3, { goal: "旧", plan: "计划" }), copyOf(typed));
  expect(again).toMatchObject({ seen: 3, values: { goal: "我的" }, base: { goal: "旧" } });
  expect(changedIn(again)).toEqual(["goal"]);
});
