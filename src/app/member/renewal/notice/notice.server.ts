import { and, asc, eq, inArray, isNull, sql } from "drizzle-orm";
import { noteStep } from "#src/app/inbox/service.server.ts";
import { timeline } from "#src/app/inbox/table.server.ts";
import { sendEvent } from "#src/app/message/service.server.ts";
import type { Reach } from "#src/app/system/reach/service.server.ts";
import { findWordingHits } from "#src/app/wording/service.server.ts";
import type { Db } from "#src/db/client.ts";
import { NOTICE_TEXT } from "#src/lib/membership/dues-notice.ts";
import { dueOf } from "#src/lib/membership/fees.ts";
import { formatDay, parseDateTime } from "#src/lib/text/dates.ts";
import { moneyShown } from "#src/lib/text/money.ts";
import { AppError, refuseFields } from "#src/server/http/errors.ts";
import type { Context } from "#src/server/start/context.ts";
import { memberLevel } from "../../level/table.server.ts";
import type { Level, Member } from "../../service.server.ts";
import { member } from "../../table.server.ts";
import type { Reminded } from "../wire.ts";

type Who = { reach: Reach; ip: string };

const ACTION = "duesNotice";
const GONE = "有的会员已不存在，或不在您的权限之内，请刷新后再选";

/** What one pays for another year, in fen. */
export const duesOf = (level: Level): number => dueOf("RENEW", level, 1);

/** The chosen members with their levels, by number. @throws AppError where one is out of reach. */
export async function noticedMembers(
  db: Db,
  reach: Reach,
  ids: readonly number[],
): Promise<{ row: Member; level: Level }[]> {
  const rows = await db
    .select({ row: member, level: memberLevel })
    .from(member)
    .innerJoin(memberLevel, eq(memberLevel.id, member.levelId))
    .where(
      and(
        inArray(member.id, [...ids]),
        isNull(member.mergedInto),
        reach.where("member:renewal:notice", { dept: member.deptId }),
      ),
    )
    .orderBy(asc(member.memberNo));
  if (rows.length < new Set(ids).size) throw new AppError(GONE);
  return rows;
}

/** The text of a notice, cleaned. @throws AppError for one that is too short, too long, or has a barred word. */
export async function readText(
  context: Pick<Context, "db" | "memo">,
  given: string,
): Promise<string> {
  const text = given.trim();
  const length = Array.from(text).length;
  const { least, most } = NOTICE_TEXT;
  const isGood = length >= least && length <= most;
  refuseFields({ text: isGood ? undefined : `请填写通知内容，${least} 到 ${most} 个字` });
  const hits = await findWordingHits(context, [{ field: "text", label: "通知内容", text }]);
  const [barred] = hits.filter(({ level }) => level === "block");
  const instead = barred?.suggestion ? `，建议改为“${barred.suggestion}”` : "";
  refuseFields({ text: barred ? `不能使用“${barred.word}”${instead}` : undefined });
  return text;
}

/** Why a member is asked for no dues; undefined: is. */
export function unasked({ row, level }: { row: Member; level: Level }): string | undefined {
  if (row.manualState !== "") return "会籍已中止或已退会";
  return duesOf(level) === 0 ? `${level.levelName}续会不收会费` : undefined;
}

/**
 * Sends the notice to members by the channels of its template, each once a day: who presses twice, or a
 * colleague who does the same, sends nothing more.
 */
export async function sendNotices(
  db: Db,
  who: Who,
  ids: readonly number[],
  text: string,
): Promise<Reminded> {
  const rows = await noticedMembers(db, who.reach, ids);
  const sent: Reminded = [];
  for (const each of rows) {
    const msg = unasked(each) ?? (await db.transaction((tx) => sendOne(tx, who, each, text)));
    sent.push({ id: each.row.id, name: each.row.name, ok: msg === "", msg });
  }
  return sent;
}

/** Returns why nothing was sent; empty: it was. */
async function sendOne(
  tx: Db,
  { reach: { account }, ip }: Who,
  { row: { id }, level }: { row: Member; level: Level },
  text: string,
): Promise<string> {
  // Held: who looks at the same member at this moment waits, and then sees what was written.
  const [row] = await tx.select().from(member).where(eq(member.id, id)).for("no key update");
  if (!row || row.mergedInto !== null) return "已合并到另一位会员";
  if (row.userId === null && row.phone === "" && row.email === "") {
    return "没有网站账号，也没有手机号码和邮箱";
  }
  const today = parseDateTime(formatDay(new Date()))?.toISOString();
  const before = await tx.$count(
    timeline,
    and(
      eq(timeline.subject, "member"),
      eq(timeline.subjectId, id),
      eq(timeline.action, ACTION),
      sql`${timeline.createTime} >= ${today}`,
    ),
  );
  if (before > 0) return "今天已经发送过";
  await sendEvent(tx, {
    event: "duesNotice",
    ...(row.userId === null
      ? { phone: row.phone, mail: row.email }
      : { userId: row.userId, link: "/Membership/mine" }),
    subject: "member",
    subjectId: id,
    fields: {
      姓名: row.name,
      会员号: row.memberNo,
      会员级别: level.levelName,
      有效期至: row.validTo ?? "—",
      应缴金额: moneyShown(duesOf(level)),
      通知内容: text,
    },
  });
  const opinion = text;
  await noteStep(tx, { subject: "member", subjectId: id, action: ACTION, opinion, account, ip });
  return "";
}
