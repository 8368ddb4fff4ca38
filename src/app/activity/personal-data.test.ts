import { eq, inArray } from "drizzle-orm";
import { expect, test } from "vitest";
import { administrator, shanghai } from "#src/test/activity.ts";
import { startApp } from "#src/test/app.ts";
import { part } from "./personal-data.server.ts";
import { actOnActivity, enterByStaff, startActivity } from "./service.server.ts";
import { activityEntry, activityOrder } from "./table.server.ts";

const it = await startApp();
const staff = await administrator(it);

let phones = 0;

test("several places of one activity are left without a telephone, of one account and of another", async () => {
  const values = {
    title: "青春期亲子对话",
    summary: "和初中生的父母坐在一起",
    place: "青禾实验学校",
    startAt: shanghai(1),
    endAt: shanghai(4),
    signStartAt: shanghai(-1),
    signEndAt: shanghai(0.5),
  };
  const { id } = await startActivity(it.context, values, staff);
  await actOnActivity(it.context, "publish", id, {}, staff);
  for (const count of [2, 1]) {
    const { userId } = await it.as("member");
    const ids: number[] = [];
    for (let at = 0; at < count; at++) {
      const phone = `136${String(++phones).padStart(8, "0")}`;
      const entry = await enterByStaff(it.context, id, { name: "林素秋", phone }, "desk", staff);
      ids.push(entry.id);
      const { orderId } = entry;
      await it.db.update(activityOrder).set({ userId }).where(eq(activityOrder.id, orderId));
    }
    await it.db
      .update(activityEntry)
      .set({ state: 4, checkedInAt: new Date() })
      .where(inArray(activityEntry.id, ids));
    await it.db.transaction((tx) => part.erase(tx, userId));
    const rows = await it.db.select().from(activityEntry).where(inArray(activityEntry.id, ids));
    expect(rows.map(({ phone, state }) => ({ phone, state }))).toEqual(
      ids.map(() => ({ phone: "", state: 4 })),
    );
  }
});
