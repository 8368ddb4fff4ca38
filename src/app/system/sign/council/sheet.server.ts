import { and, asc, eq, notInArray, or, type SQL, sql } from "drizzle-orm";
import { regionName } from "#src/app/common/regions/service.server.ts";
import { timeline } from "#src/app/inbox/table.server.ts";
import { memberLevel } from "#src/app/member/level/table.server.ts";
import { member } from "#src/app/member/table.server.ts";
import type { Db } from "#src/db/client.ts";
import { likePattern } from "#src/db/like.ts";
import { KIND_NAMES, type SignKind, TYPE_NAMES } from "#src/lib/membership/fees.ts";
import type { MemberType, SignForm } from "#src/lib/membership/form.ts";
import { STATE_CODES } from "#src/lib/membership/sign-life.ts";
import { daysBetween } from "#src/lib/membership/terms.ts";
import { formatDateTime, formatDay } from "#src/lib/text/dates.ts";
import { inputText, type ListInput, offsetOf, pageOf } from "#src/server/crud/list-query.ts";
import { type SignPerson, within } from "../model/rights.server.ts";
import { sign } from "../table.server.ts";
import { meetingRow } from "./meetings.server.ts";
import { councilItem, councilMeeting } from "./table.server.ts";
import type { Candidate, Sheet, SheetItem } from "./wire.ts";

const LONGEST = 140;

const cut = (text: string): string => {
  const all = Array.from(text.replace(/\s+/g, " ").trim());
  return all.length > LONGEST ? `${all.slice(0, LONGEST - 1).join("")}…` : all.join("");
};

/** What a council reads of an application: who it is, in two or three lines; no number of papers, no telephone. */
function summaryOf(memberType: string, form: SignForm): string {
  const text = (name: string) => {
    const value = form[name];
    return typeof value === "string" ? value.trim() : "";
  };
  const parts =
    memberType === "02"
      ? [text("orgType"), text("legalPerson") && `法定代表人 ${text("legalPerson")}`, text("intro")]
      : [
          [text("workUnit"), text("post")].filter(Boolean).join(" "),
          text("title"),
          text("education"),
          text("resume"),
        ];
  return cut(parts.filter(Boolean).join("；"));
}

const typeName = (memberType: string) => TYPE_NAMES[memberType as MemberType] ?? memberType;

const kindNameOf = (memberType: string, kind: string): string =>
  `${typeName(memberType)} · ${KIND_NAMES[kind as SignKind] ?? kind}`;

/** What the last first review that passed the application said, and who: two columns of one row. */
const review = (column: "nick_name" | "opinion") => sql<string>`coalesce((
  select step.${sql.raw(column)} from ${timeline} as step
  where step.subject = 'sign' and step.subject_id = "council_item"."sign_id" and step.action = 'pass'
  order by step.id desc limit 1), '')`;

/** The sheet of a meeting: applications and lapsed members in the order in which they came on it. */
export async function sheetOf(db: Db, meetingId: number): Promise<Sheet> {
  const meeting = await meetingRow(db, meetingId);
  const rows = await db
    .select({
      item: councilItem,
      sign,
      member,
      levelName: memberLevel.levelName,
      reviewer: review("nick_name"),
      reviewOpinion: review("opinion"),
    })
    .from(councilItem)
    .leftJoin(sign, eq(sign.id, councilItem.signId))
    .leftJoin(member, eq(member.id, councilItem.memberId))
    .leftJoin(memberLevel, eq(memberLevel.id, sql`coalesce(${sign.levelId}, ${member.levelId})`))
    .where(eq(councilItem.meetingId, meetingId))
    .orderBy(asc(councilItem.id));
  const today = formatDay(new Date());
  const items = rows.map(async (row): Promise<SheetItem> => {
    const { item, sign: applied, member: lapsed } = row;
    const ends = lapsed?.validTo;
    return {
      id: item.id,
      signId: item.signId,
      memberId: item.memberId,
      number: applied?.applyNo ?? lapsed?.memberNo ?? "",
      name: applied?.name ?? lapsed?.name ?? "",
      kindName: applied
        ? kindNameOf(applied.memberType, applied.kind)
        : `${typeName(lapsed?.memberType ?? "")} · 自动退会`,
      levelName: row.levelName ?? "",
      regionName: await regionName(applied?.region ?? lapsed?.region ?? ""),
      summary: applied
        ? summaryOf(applied.memberType, applied.form)
        : ends
          ? `会籍至 ${ends}，已过 ${daysBetween(ends, today)} 天未续会`
          : "没有有效的会籍",
      reviewer: row.reviewer,
      reviewOpinion: row.reviewOpinion,
      result: item.result,
      opinion: item.opinion,
    };
  });
  return { meeting, items: await Promise.all(items) };
}

/** Applications that wait for the council and are on no sheet, within this person's reach. */
export async function candidates(
  db: Db,
  person: SignPerson,
  input: ListInput,
): Promise<{ rows: Candidate[]; total: number }> {
  const onSheet = db
    .select({ id: sql`${councilItem.signId}` })
    .from(councilItem)
    .where(and(eq(councilItem.result, ""), sql`${councilItem.signId} is not null`));
  const conditions: (SQL | undefined)[] = [
    eq(sign.state, STATE_CODES.council),
    notInArray(sign.id, onSheet),
    within("councilPass", person),
  ];
  const keyword = inputText(input, "keyword");
  if (keyword) {
    conditions.push(
      or(sql`${sign.name} ilike ${likePattern(keyword)}`, eq(sign.applyNo, keyword.toUpperCase())),
    );
  }
  const memberType = inputText(input, "memberType");
  if (memberType) conditions.push(eq(sign.memberType, memberType));
  const condition = and(...conditions);
  const total = await db.$count(sign, condition);
  const { pageNum, pageSize } = pageOf(input);
  const putOff = sql<string>`coalesce((select m.meeting_name from ${councilItem} as item
    join ${councilMeeting} as m on m.id = item.meeting_id
    where item.sign_id = "sign"."id" and item.result = 'postponed'
    order by item.id desc limit 1), '')`;
  const rows = await db
    .select({ row: sign, levelName: memberLevel.levelName, putOff })
    .from(sign)
    .leftJoin(memberLevel, eq(memberLevel.id, sign.levelId))
    .where(condition)
    .orderBy(asc(sign.submittedAt), asc(sign.id))
    .limit(pageSize)
    .offset(offsetOf(pageNum, pageSize, total));
  const shown = rows.map(
    async ({ row, levelName, putOff: postponedBy }): Promise<Candidate> => ({
      id: row.id,
      applyNo: row.applyNo,
      name: row.name,
      kindName: kindNameOf(row.memberType, row.kind),
      levelName: levelName ?? "",
      regionName: await regionName(row.region),
      submittedAt: row.submittedAt ? formatDateTime(row.submittedAt) : "",
      postponedBy,
    }),
  );
  return { rows: await Promise.all(shown), total };
}
