import { and, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { startApp } from "#src/test/app.ts";
import { memberEnding } from "#src/test/membership.ts";
import { timeline } from "../../inbox/table.server.ts";
import { message } from "../../message/table.server.ts";

const it = await startApp();

const run = async () => {
  const task = it.context.tasks["renewalTask.remind"];
  return String(await task?.run(it.context, [], new AbortController().signal));
};
const told = (userId: number) => it.db.$count(message, eq(message.userId, userId));

test("each day of the list is told once, and the days between are quiet", async () => {
  const ends = [61, 60, 31, 30, 8, 7, 0, -1, -30, -90, -98];
  const all = await Promise.all(ends.map((days) => memberEnding(it, days)));
  expect(await run()).toBe("提醒 9 位会员");
  const counts = await Promise.all(all.map(({ userId }) => told(userId)));
  expect(counts).toEqual([0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0]);
  expect(await run()).toBe("提醒 0 位会员");
  const steps = await Promise.all(
    all.map(({ termId }) =>
      it.db
        .select()
        .from(timeline)
        .where(and(eq(timeline.subject, "memberTerm"), eq(timeline.subjectId, termId))),
    ),
  );
  expect(steps.flat().map(({ action }) => action)).toEqual([
    "remind-60",
    "remind-60",
    "remind-30",
    "remind-30",
    "remind-7",
    "remind-7",
    "remind1",
    "remind30",
    "remind90",
  ]);
});

test("who has left, and who has no account, is not told", async () => {
  const left = await memberEnding(it, 5, { manualState: "resigned", manualReason: "本人申请" });
  await memberEnding(it, 5, { userId: null });
  expect(await run()).toBe("提醒 0 位会员");
  expect(await told(left.userId)).toBe(0);
});

test("two runs at once tell once", async () => {
  const one = await memberEnding(it, 7);
  await Promise.all([run(), run(), run()]);
  expect(await told(one.userId)).toBe(1);
});
