import { formatDay } from "#src/lib/text/dates.ts";
import type { Act, Done } from "#src/server/flow/flow.ts";
import { AppError } from "#src/server/http/errors.ts";
import type { Sign, SignPerson } from "../model/rights.server.ts";
import { put } from "../model/rows.server.ts";
import { goOn, levelOfSign } from "./outcome.server.ts";
import { kindOf, levelProblems } from "./owner-acts.server.ts";

const INCOMPLETE = "会员资料不全（缺少证件号码或信用代码），请会员本人登录核实后续会";
const REVIEWED = "该级别续会须审核，请会员本人提交续会申请";
const TOO_LATE = "到期已超过一年，须会员本人重新申请入会";

/**
 * Hands in a renewal for a member for whom somebody else pays: the form is what is known of the member, who has
 * agreed to everything before. The dues are asked for at once.
 * @throws AppError where the member could not renew, or would have to say something themselves.
 */
export async function openRenewal({
  context,
  tx,
  before,
}: Act<Sign, SignPerson>): Promise<Done<Sign>> {
  const level = await levelOfSign(tx, before);
  const [problem] = Object.values(levelProblems(before, level)).filter(Boolean);
  if (problem) throw new AppError(problem);
  if (before.kind !== "RENEW") throw new AppError(TOO_LATE);
  const { kind, memberId } = await kindOf(tx, before, formatDay(new Date()));
  if (kind !== "RENEW") throw new AppError(TOO_LATE);
  if (level.renewalNeedsReview) throw new AppError(REVIEWED);
  const isKnown = before.memberType === "01" ? before.idIndex !== null : before.creditCode !== "";
  if (!isKnown) throw new AppError(INCOMPLETE);
  const row = await put(tx, before.id, { kind, memberId, submittedAt: new Date() });
  return { after: await goOn(context, tx, row) };
}
