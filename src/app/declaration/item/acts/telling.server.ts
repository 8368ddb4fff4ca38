import { eq } from "drizzle-orm";
import { sendEvent } from "#src/app/message/service.server.ts";
import { user } from "#src/app/system/user/table.server.ts";
import type { Db } from "#src/db/client.ts";
import { DECLARE_CODES, declareStateName } from "#src/lib/declare/declare-life.ts";
import { AWARDS, GRADES } from "#src/lib/declare/words.ts";
import { formatDateTime } from "#src/lib/text/dates.ts";
import type { Batch } from "../../batch/service.server.ts";
import type { Item } from "../model/rights.server.ts";

const minute = (date: Date | null) => (date ? formatDateTime(date).slice(0, 16) : "");

async function toOwner(tx: Db, row: Item) {
  const [owner] = await tx
    .select({ nickName: user.nickName })
    .from(user)
    .where(eq(user.userId, row.userId));
  return {
    to: {
      userId: row.userId,
      link: `/Declare/getInfo?id=${row.id}`,
      subject: "declare_item",
      subjectId: row.id,
    },
    fields: { 姓名: owner?.nickName ?? "", 申报编号: row.itemNo, 题目: row.title || "未命名" },
  };
}

/** What stands behind the name of a state. */
function noteOf({ state, publicUntil, award, grade, opinion }: Item): string {
  if (state === DECLARE_CODES.publicity) return `公示期至 ${minute(publicUntil)}。`;
  if (award && state === DECLARE_CODES.approved) return `获奖等级：${AWARDS[award]}。`;
  if (state === DECLARE_CODES.completed) return `等级：${GRADES[grade]}。`;
  return opinion ? `说明：${opinion}。` : "";
}

/** Tells the owner what their declaration has become. */
export async function tellOwner(tx: Db, row: Item): Promise<void> {
  const { to, fields } = await toOwner(tx, row);
  const 当前进度 = declareStateName(row.state);
  switch (row.state) {
    case DECLARE_CODES.draft:
    case DECLARE_CODES.withdrawn:
      return undefined;
    case DECLARE_CODES.unitCheck:
    case DECLARE_CODES.formCheck:
      return sendEvent(tx, { ...to, event: "declareSubmitted", fields: { ...fields, 当前进度 } });
    case DECLARE_CODES.returned:
      return sendEvent(tx, {
        ...to,
        event: "declareReturned",
        fields: { ...fields, 退回原因: row.opinion, 修改截止: minute(row.mendUntil) },
      });
    default:
      return sendEvent(tx, {
        ...to,
        event: "declareMoved",
        fields: { ...fields, 当前进度, 说明: noteOf(row) },
      });
  }
}

/** Tells the owner of a draft that the batch has closed. */
export async function tellMissed(tx: Db, row: Item, batch: Batch, closing: Date): Promise<void> {
  const { to, fields } = await toOwner(tx, row);
  await sendEvent(tx, {
    ...to,
    event: "declareMissed",
    fields: { ...fields, 批次: batch.batchName, 截止时间: minute(closing) },
  });
}
