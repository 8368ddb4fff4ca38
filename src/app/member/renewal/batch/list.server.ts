import { asc, desc, eq, sql } from "drizzle-orm";
import { memberLevel } from "#src/app/member/level/table.server.ts";
import { settings, societyName } from "#src/app/system/config/service.server.ts";
import { sign } from "#src/app/system/sign/table.server.ts";
import type { Db } from "#src/db/client.ts";
import { likePattern } from "#src/db/like.ts";
import { timeText } from "#src/db/shanghai.ts";
import { SIGN_LIFE, stateOfCode } from "#src/lib/membership/sign-life.ts";
import { dayInWords, formatDay } from "#src/lib/text/dates.ts";
import { moneyText } from "#src/lib/text/money.ts";
import { inputText, type ListInput, offsetOf, pageOf } from "#src/server/crud/list-query.ts";
import { pdfDrawer } from "#src/server/documents/pdf/pdf-drawer.ts";
import { AppError, NOT_FOUND } from "#src/server/http/errors.ts";
import type { Context } from "#src/server/start/context.ts";
import { member } from "../../table.server.ts";
import { renewalBatch } from "./table.server.ts";
import type { BatchRow } from "./wire.ts";

const of = (what: string) =>
  sql<number>`(select coalesce(${sql.raw(what)}, 0)::float8 from ${sign} as one
    where one.renewal_batch_id = "renewal_batch"."id")`;

/** What was opened together, the latest first. */
export async function listBatches(
  db: Db,
  input: ListInput,
): Promise<{ rows: BatchRow[]; total: number }> {
  const payer = inputText(input, "payerName");
  const condition = payer ? sql`${renewalBatch.payerName} ilike ${likePattern(payer)}` : undefined;
  const total = await db.$count(renewalBatch, condition);
  const { pageNum, pageSize } = pageOf(input);
  const rows = await db
    .select({
      id: renewalBatch.id,
      payerName: renewalBatch.payerName,
      remark: renewalBatch.remark,
      createBy: renewalBatch.createBy,
      createTime: timeText(renewalBatch.createTime),
      count: of("count(*)"),
      done: of("count(*) filter (where one.state = 7)"),
      fen: of("sum(one.due_fen)"),
    })
    .from(renewalBatch)
    .where(condition)
    .orderBy(desc(renewalBatch.id))
    .limit(pageSize)
    .offset(offsetOf(pageNum, pageSize, total));
  return { total, rows: rows.map(({ fen, ...row }) => ({ ...row, total: moneyText(fen) })) };
}

/** 团体代缴清单 as a PDF: who is paid for, what each costs, and the remark for each. */
export async function batchPdf(
  context: Context,
  id: number,
): Promise<{ bytes: Buffer; payerName: string }> {
  const { db, env } = context;
  const [batch] = await db.select().from(renewalBatch).where(eq(renewalBatch.id, id));
  if (!batch) throw new AppError(NOT_FOUND, { code: 404 });
  const rows = await db
    .select({ row: sign, memberNo: member.memberNo, levelName: memberLevel.levelName })
    .from(sign)
    .innerJoin(member, eq(member.id, sign.memberId))
    .leftJoin(memberLevel, eq(memberLevel.id, sign.levelId))
    .where(eq(sign.renewalBatchId, id))
    .orderBy(asc(member.memberNo));
  const values = await settings(context);
  const fen = rows.reduce((sum, { row }) => sum + row.dueFen, 0);
  const bytes = await pdfDrawer(env).draw("renewalList", {
    society: await societyName(context),
    payer: batch.payerName,
    date: dayInWords(formatDay(batch.createTime)),
    account: values.get("member.payee") ?? "",
    bank: values.get("member.payeeBank") ?? "",
    accountNo: values.get("member.payeeAccount") ?? "",
    total: moneyText(fen),
    items: rows.map(({ row, memberNo, levelName }) => ({
      memberNo,
      name: row.name,
      level: levelName ?? "",
      years: row.years,
      amount: moneyText(row.dueFen),
      reference: row.reference ?? "",
      state: SIGN_LIFE.states[stateOfCode(row.state)].name,
    })),
  });
  return { bytes, payerName: batch.payerName };
}
