import { and, eq, isNotNull, min, sql } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import { type Account, hasPermission } from "../../server/http/access.ts";
import type { InboxSource } from "../../server/jobs/inbox.ts";
import { readSettings } from "../system/config/service.server.ts";
import { alarmLine, DEFAULT_BUDGET, smsOfDay } from "./service.server.ts";
import { delivery } from "./table.server.ts";

const DAY_MS = 86_400_000;
const PAGE = "/system/messageDelivery";

/** What failed for good and can still be sent, as one thing to do; and a budget that runs out. */
async function waiting(db: Db, account: Account) {
  if (!hasPermission(account, "system:delivery:list")) return [];
  const [failed] = await db
    .select({ count: sql<number>`count(*)::int`, since: min(delivery.doneTime) })
    .from(delivery)
    .where(and(eq(delivery.state, "failed"), isNotNull(delivery.receiver)));
  const since = failed?.since ?? new Date();
  const used = await smsOfDay(db);
  const kept = await readSettings(db, ["sms.dailyBudget", "sms.alarmPercent"]);
  const budget = Number(kept.get("sms.dailyBudget") ?? DEFAULT_BUDGET);
  const line = alarmLine(budget, Number(kept.get("sms.alarmPercent")));
  const now = new Date();
  return [
    ...(failed && failed.count > 0
      ? [
          {
            id: 1,
            title: `${failed.count} 条短信或邮件没有发出`,
            note: "重新发送或取消",
            from: "系统",
            waitingSince: since,
            dueAt: new Date(since.getTime() + DAY_MS),
            to: `${PAGE}?state=failed`,
          },
        ]
      : []),
    // Who allows none need not hear of it.
    ...(budget > 0 && used >= line
      ? [
          {
            id: 2,
            title: `24 小时内已发短信 ${used} 条，每日上限 ${budget} 条`,
            note: used >= budget ? "短信额度已用完" : "短信额度将用完",
            from: "系统",
            waitingSince: now,
            dueAt: new Date(now.getTime() + DAY_MS),
            to: PAGE,
          },
        ]
      : []),
  ];
}

export const source: InboxSource = {
  kind: "delivery",
  name: "消息发送",
  count: async (db, account) => (await waiting(db, account)).length,
  list: async (db, account, offset, limit) =>
    (await waiting(db, account))
      .sort((a, b) => a.dueAt.getTime() - b.dueAt.getTime() || a.id - b.id)
      .slice(offset, offset + limit),
};
