import { asc, eq, inArray, sql } from "drizzle-orm";
import { ENTRY_LIFE, entryStateOf } from "#src/lib/activity/entry-life.ts";
import { refundFen } from "#src/lib/activity/refund.ts";
import { maskName } from "#src/lib/people/masks.ts";
import { formatDateTime } from "#src/lib/text/dates.ts";
import { moneyText } from "#src/lib/text/money.ts";
import type { PersonalPart } from "#src/server/personal/personal-data.ts";
import { giveBack } from "./acts/entry-acts.server.ts";
import { selectEntries, wholeEntry } from "./model/rows.server.ts";
import { activityEntry, activityOrder } from "./table.server.ts";

const time = (date: Date | null): string => (date ? formatDateTime(date) : "");

/**
 * Places in activities that an account took. With the account everything goes that tells who came; the count of seats,
 * the amounts and a name of which the first letter is left stay beside the books of money.
 */
export const part: PersonalPart = {
  name: "activities",
  title: "活动报名",
  order: 45,
  columns: ["activity_order.user_id"],
  async read({ db }, userId) {
    const rows = await selectEntries(db)
      .where(eq(activityOrder.userId, userId))
      .orderBy(asc(activityEntry.id));
    return rows.map(({ entry, event, order }) => ({
      活动: event.title,
      报名序号: String(entry.serial),
      状态: ENTRY_LIFE.states[entryStateOf(entry.state)].name,
      报名时间: time(entry.createTime),
      参加人: entry.name,
      手机号: entry.phone,
      单位: entry.unit,
      职务: entry.post,
      邮箱: entry.email,
      ...Object.fromEntries(
        event.formSchema.flatMap(({ key, label }) => {
          const answer = entry.answers[key];
          return answer ? [[label, Array.isArray(answer) ? answer.join("、") : answer]] : [];
        }),
      ),
      费用: moneyText(entry.amountFen),
      座位: entry.seatNo,
      签到时间: time(entry.checkedInAt),
      说明: entry.opinion,
      备注: order.remark,
    }));
  },
  async erase(tx, userId) {
    const orders = await tx
      .update(activityOrder)
      .set({
        phone: "",
        contactName: "",
        remark: "",
        invoice: null,
        userId: null,
        createBy: "",
        erasedAt: sql`now()`,
      })
      .where(eq(activityOrder.userId, userId))
      .returning({ id: activityOrder.id });
    const ids = orders.map(({ id }) => id);
    if (ids.length === 0) return [];
    const rows = await selectEntries(tx).where(inArray(activityEntry.orderId, ids));
    for (const row of rows.map(wholeEntry)) {
      // A place that is still to come is free for others, and what was paid for it goes back by the rule. Where a voucher
      // is with finance (state 2) they decide on it first: the money that came in goes back then.
      if ([0, 1, 3, 6].includes(row.state)) {
        const isPaid = row.paidFen > 0;
        const fen = isPaid ? refundFen(row.paidFen, row.event.startAt, new Date()) : row.amountFen;
        await giveBack(tx, row, fen, "账号已注销");
      }
      await tx
        .update(activityEntry)
        .set({
          name: maskName(row.name),
          phone: "",
          unit: "",
          post: "",
          email: "",
          answers: {},
          createBy: "",
          erasedAt: sql`now()`,
        })
        .where(eq(activityEntry.id, row.id));
    }
    return [];
  },
};
