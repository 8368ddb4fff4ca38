import { expect, test } from "vitest";
import { ACTIVITY_LIFE } from "#src/lib/activity/activity-life.ts";
import { ENTRY_LIFE } from "#src/lib/activity/entry-life.ts";
import { ADVICE_LIFE } from "#src/lib/advice/advice-life.ts";
import { DECLARE_LIFE } from "#src/lib/declare/declare-life.ts";
import { MEETING_LIFE } from "#src/lib/declare/meeting-life.ts";
import { OBJECTION_LIFE } from "#src/lib/declare/objection-life.ts";
import { PANEL_LIFE, REVIEW_LIFE } from "#src/lib/declare/panel-life.ts";
import { GONE, type LifeCycle, type StepFacts } from "#src/lib/flow/life-cycle.ts";
import { pictureOf } from "#src/lib/flow/life-cycle-picture.ts";
import { CORRECTION_LIFE } from "#src/lib/membership/correction-life.ts";
import { SIGN_LIFE } from "#src/lib/membership/sign-life.ts";
import { ARTICLE_LIFE } from "./article/desk/model/states.ts";

const LIVES: readonly LifeCycle[] = [
  ARTICLE_LIFE,
  SIGN_LIFE,
  CORRECTION_LIFE,
  ACTIVITY_LIFE,
  ENTRY_LIFE,
  ADVICE_LIFE,
  DECLARE_LIFE,
  PANEL_LIFE,
  REVIEW_LIFE,
  MEETING_LIFE,
  OBJECTION_LIFE,
];

const HEAD = `# Life cycles

Written by \`npx vitest run src/app/life-cycles.test.ts -u\` from the data that the server acts on,
compared by \`npm test\`. A step that leads back to its state is in the list alone.
`;

test("the pictures are those of the data", async () => {
  const text = [HEAD, ...LIVES.map(pictureOf)].join("\n");
  await expect(text).toMatchFileSnapshot("../../docs/life-cycles.md");
});

test.each(LIVES)("$noun: every state can be reached, and leads on", (life) => {
  const steps = Object.values<StepFacts<string>>(life.steps);
  const reached = new Set<string>(life.starts);
  for (const state of reached) {
    for (const { moves } of steps) for (const end of moves[state] ?? []) reached.add(end);
  }
  reached.delete(GONE);
  expect([...reached].sort()).toEqual(Object.keys(life.states).sort());
  for (const [state, { isEnd = false }] of Object.entries(life.states)) {
    const ends = steps.flatMap(({ moves }) => moves[state] ?? []);
    expect(
      ends.some((end) => end !== state),
      state,
    ).toBe(!isEnd);
  }
});
