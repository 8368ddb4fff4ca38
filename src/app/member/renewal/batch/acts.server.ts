import { and, inArray, isNull } from "drizzle-orm";
import type { FastifyRequest } from "fastify";
import { memberLevel } from "#src/app/member/level/table.server.ts";
import { findMembers } from "#src/app/member/service.server.ts";
import { reachOf } from "#src/app/system/reach/service.server.ts";
import { renewalOpener } from "#src/app/system/sign/service.server.ts";
import type { Db } from "#src/db/client.ts";
import { readMemberLines } from "#src/lib/membership/member-lines.ts";
import { moneyText } from "#src/lib/text/money.ts";
import { accountOf } from "#src/server/http/access.ts";
import { AppError, refuseFields } from "#src/server/http/errors.ts";
import type { Context } from "#src/server/start/context.ts";
import type { Member } from "../../service.server.ts";
import { member } from "../../table.server.ts";
import { renewalBatch } from "./table.server.ts";
import type { BatchChecked, BatchLine, BatchOpened } from "./wire.ts";

/** Members that one list names at most. */
export const MAX_LINES = 300;

const MEMBERS = { dept: member.deptId };
const BATCH = "member:renewal:batch";

/** What a trial throws with its result, so that nothing of it stays. */
class Trial extends Error {
  readonly checked: BatchChecked;
  constructor(checked: BatchChecked) {
    super("a trial");
    this.checked = checked;
  }
}

/**
 * Says what a list would come to: each renewal is opened as it would be, and all of it is taken back. So the
 * answer knows every rule that opening them has.
 * @throws AppError for a list without a member, or with too many.
 */
export async function tryBatch(
  context: Context,
  request: FastifyRequest,
  { text, years }: { text: string; years: number },
): Promise<BatchChecked> {
  const lines = readMemberLines(text);
  refuseFields({
    text:
      lines.length === 0
        ? "请填写会员编号或名称，每行一位"
        : lines.length > MAX_LINES
          ? `一次最多 ${MAX_LINES} 位会员，现有 ${lines.length} 位`
          : undefined,
  });
  const reach = await reachOf(context.db, accountOf(request));
  const found = await findMembers(context.db, reach.where(BATCH, MEMBERS), lines);
  const levels = await levelNames(context.db);
  try {
    return await context.db.transaction(async (tx) => {
      const open = await renewalOpener({ ...context, db: tx }, request);
      const batchId = await newBatch(tx, { payerName: "试算", remark: "" }, "");
      const out: BatchLine[] = [];
      let fen = 0;
      for (const { line, member: owner, problem } of found) {
        const row = {
          line: line.line,
          text: line.text,
          memberId: owner?.id ?? null,
          memberNo: owner?.memberNo ?? line.memberNo,
          name: owner?.name ?? line.words[0] ?? "",
          levelName: levels.get(owner?.levelId ?? 0) ?? "",
          validTo: owner?.validTo ?? "",
          amount: "",
          problem: problem ?? "",
        };
        if (!owner) {
          out.push(row);
          continue;
        }
        const result = await attempt(tx, (own) => open(own, { owner, years, batchId }));
        if (typeof result === "string") out.push({ ...row, problem: result });
        else {
          fen += result.dueFen;
          out.push({ ...row, amount: moneyText(result.dueFen) });
        }
      }
      const bad = out.filter(({ problem }) => problem !== "").length;
      throw new Trial({ lines: out, good: out.length - bad, bad, total: moneyText(fen) });
    });
  } catch (error) {
    if (error instanceof Trial) return error.checked;
    throw error;
  }
}

/** The result, or the text of the refusal; what was begun and refused is undone. */
async function attempt<T extends object>(
  tx: Db,
  work: (own: Db) => Promise<T>,
): Promise<T | string> {
  try {
    return await tx.transaction(work);
  } catch (error) {
    if (error instanceof AppError) return error.message;
    throw error;
  }
}

async function newBatch(
  tx: Db,
  values: { payerName: string; remark: string },
  by: string,
): Promise<number> {
  const [row] = await tx
    .insert(renewalBatch)
    .values({ ...values, createBy: by })
    .returning({ id: renewalBatch.id });
  if (!row) throw new Error("a batch was not written");
  return row.id;
}

const lengthOf = (text: string): number => Array.from(text).length;

/**
 * Opens the renewals of these members with one payer, each waiting for its payment with a reference of its
 * own. Who cannot renew any more is left out, and named.
 * @throws AppError where nobody of them can.
 */
export async function openBatch(
  context: Context,
  request: FastifyRequest,
  given: { payerName: string; remark: string; years: number; memberIds: readonly number[] },
): Promise<BatchOpened> {
  const payerName = given.payerName.trim();
  const remark = given.remark.trim();
  refuseFields({
    payerName:
      payerName === ""
        ? "请填写付款单位"
        : lengthOf(payerName) > 100
          ? "付款单位最多 100 个字"
          : undefined,
    remark: lengthOf(remark) > 200 ? "备注最多 200 个字" : undefined,
  });
  const account = accountOf(request);
  return context.db.transaction(async (tx) => {
    const reach = await reachOf(tx, account);
    const owners: Member[] = await tx
      .select()
      .from(member)
      .where(
        and(
          inArray(member.id, [...given.memberIds]),
          isNull(member.mergedInto),
          reach.where(BATCH, MEMBERS),
        ),
      )
      .orderBy(member.userId);
    if (owners.length < new Set(given.memberIds).size) {
      throw new AppError("有的会员已不存在，或不在您的权限之内，请重新核对名单");
    }
    const open = await renewalOpener({ ...context, db: tx }, request);
    const id = await newBatch(tx, { payerName, remark }, account.userName);
    const refused: BatchOpened["refused"] = [];
    let fen = 0;
    for (const owner of owners) {
      const result = await attempt(tx, (own) =>
        open(own, { owner, years: given.years, batchId: id }),
      );
      if (typeof result === "string") refused.push({ name: owner.name, msg: result });
      else fen += result.dueFen;
    }
    const [first] = refused;
    if (first && refused.length === owners.length) {
      throw new AppError(`名单上没有可以续会的会员：${first.name}，${first.msg}`);
    }
    return { id, opened: owners.length - refused.length, total: moneyText(fen), refused };
  });
}

const levelNames = async (db: Db): Promise<Map<number, string>> =>
  new Map((await db.select().from(memberLevel)).map(({ id, levelName }) => [id, levelName]));
