import { and, asc, eq, sql } from "drizzle-orm";
import { formatDateTime } from "../../lib/text/dates.ts";
import type { PersonalPart } from "../../server/personal/personal-data.ts";
import { FORGOTTEN } from "./service.server.ts";
import { delivery, message } from "./table.server.ts";

const CHANNELS: Readonly<Record<string, string>> = { sms: "短信", mail: "邮件" };
const STATES: Readonly<Record<string, string>> = {
  waiting: "等待发送",
  sent: "已发送",
  failed: "发送失败",
  dropped: "未发送",
};

/** Messages of the site, and what was sent to phone and mail address. The log of sending knows no person. */
export const part: PersonalPart = {
  name: "messages",
  title: "消息",
  order: 60,
  columns: ["message.user_id", "message_delivery.user_id"],
  async read({ db }, userId) {
    const own = await db
      .select()
      .from(message)
      .where(eq(message.userId, userId))
      .orderBy(asc(message.id));
    const sent = await db
      .select()
      .from(delivery)
      .where(eq(delivery.userId, userId))
      .orderBy(asc(delivery.id));
    return [
      ...own.map((row) => ({
        类别: "站内消息",
        时间: formatDateTime(row.createTime),
        标题: row.title,
        内容: row.content,
        阅读时间: row.readTime ? formatDateTime(row.readTime) : "未读",
      })),
      ...sent.map((row) => ({
        类别: CHANNELS[row.channel] ?? row.channel,
        时间: formatDateTime(row.createTime),
        接收方: row.receiverShown,
        内容: row.contentShown,
        状态: STATES[row.state] ?? row.state,
      })),
    ];
  },
  async erase(tx, userId) {
    await tx.delete(message).where(eq(message.userId, userId));
    const own = eq(delivery.userId, userId);
    await tx
      .update(delivery)
      .set({
        ...FORGOTTEN,
        state: "dropped",
        nextTryTime: null,
        doneTime: sql`now()`,
        answer: "账号已注销，不再发送",
      })
      .where(and(own, sql`${delivery.state} in ('waiting', 'failed')`));
    await tx
      .update(delivery)
      .set({ userId: null, receiverShown: "", contentShown: "", titleShown: "" })
      .where(own);
    return [];
  },
};
