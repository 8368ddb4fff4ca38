import type { FastifyRequest } from "fastify";
import type { Db } from "#src/db/client.ts";
import { PROOFS } from "#src/lib/membership/correction-life.ts";
import { staffDue } from "#src/lib/membership/due.ts";
import { IDENTITY_CONSENT_FIRST } from "#src/lib/people/agreement.ts";
import { checkCreditCode, normaliseCreditCode } from "#src/lib/people/credit-code.ts";
import { checkPaperNumber, PAPERS, type Paper } from "#src/lib/people/paper-number.ts";
import { checkRealName, normaliseRealName } from "#src/lib/people/real-name.ts";
import { formatDay } from "#src/lib/text/dates.ts";
import { isReason, REASON_ASKED } from "#src/lib/text/reason.ts";
import { accountOf } from "#src/server/http/access.ts";
import { AppError, refuseFields } from "#src/server/http/errors.ts";
import type { Context } from "#src/server/start/context.ts";
import { recordSeparate } from "../../agreement/service.server.ts";
import { ownFiles } from "../../common/upload/service.server.ts";
import { noteStep } from "../../inbox/service.server.ts";
import { tellNews } from "../../news/service.server.ts";
import { sealIdentity } from "../../system/sign/identity/service.server.ts";
import { type Member, memberOf } from "../service.server.ts";
import { memberCorrection } from "./table.server.ts";

const NO_MEMBER = "您还不是会员，没有可以更正的会员资料";
const OPEN = "您已有一项更正申请正在办理，请等待结果，或先撤回再重新提交";
const SAME = "请至少填写一项与登记不同的内容";

/** What a member typed; empty: stays as it is. */
export type CorrectionGiven = {
  name: string;
  idType: string;
  idNo: string;
  creditCode: string;
  reason: string;
  files: string[];
  /** For a number of one's papers alone. */
  sensitiveConsent: boolean;
};

/** The new values that differ from the register. @throws AppError on the fields that are wrong. */
function changesOf(dataDir: string, row: Member, given: CorrectionGiven) {
  const isUnit = row.memberType === "02";
  const name = isUnit ? given.name.normalize("NFKC").trim() : normaliseRealName(given.name);
  const length = Array.from(name).length;
  const paper = (
    Object.hasOwn(PAPERS, given.idType) ? given.idType : row.idType || "identity"
  ) as Paper;
  const creditCode = isUnit ? normaliseCreditCode(given.creditCode) : "";
  const idNo = isUnit ? "" : given.idNo.trim();
  refuseFields({
    name:
      name === ""
        ? undefined
        : isUnit
          ? length < 4 || length > 100
            ? "单位全称应为 4 到 100 个字"
            : undefined
          : checkRealName(name),
    idNo: idNo === "" ? undefined : checkPaperNumber(paper, idNo, formatDay(new Date())),
    creditCode: creditCode === "" ? undefined : checkCreditCode(creditCode),
  });
  const sealed = sealIdentity(dataDir, idNo, paper);
  const isSamePaper = sealed.idIndex === row.idIndex && sealed.idType === row.idType;
  return {
    name: name === row.name ? "" : name,
    creditCode: creditCode === row.creditCode ? "" : creditCode,
    ...(sealed.idIndex === null || isSamePaper
      ? { idType: "" as const, idSealed: null, idIndex: null }
      : sealed),
  };
}

/** Keeps what a member wants put right. @throws AppError where the account is no member, or one is open. */
export async function askCorrection(
  { env, noteFileUse }: Pick<Context, "env" | "noteFileUse">,
  tx: Db,
  request: FastifyRequest,
  given: CorrectionGiven,
): Promise<void> {
  const account = accountOf(request);
  const row = await memberOf(tx, account.userId);
  if (!row) throw new AppError(NO_MEMBER);
  const changes = changesOf(env.dataDir, row, given);
  const reason = given.reason.trim();
  const files = [...new Set(given.files)];
  const isUnit = row.memberType === "02";
  const isSame = !changes.name && !changes.creditCode && changes.idIndex === null;
  const own = await ownFiles(tx, account.userId, isUnit ? PROOFS.unit : PROOFS.person, files);
  const isIdentity = changes.idIndex !== null;
  refuseFields({
    name: isSame ? SAME : undefined,
    sensitiveConsent: isIdentity && !given.sensitiveConsent ? IDENTITY_CONSENT_FIRST : undefined,
    reason: isReason(reason) ? undefined : REASON_ASKED,
    files:
      files.length === 0
        ? "请上传证明材料"
        : files.length > PROOFS.most
          ? `证明材料最多 ${PROOFS.most} 个文件`
          : own.length < files.length
            ? "请重新上传证明材料"
            : undefined,
  });
  const [made] = await tx
    .insert(memberCorrection)
    .values({
      ...changes,
      memberId: row.id,
      userId: account.userId,
      nameBefore: row.name,
      reason,
      files,
      dueAt: staffDue(new Date()),
      createBy: account.userName,
    })
    .onConflictDoNothing()
    .returning({ id: memberCorrection.id, state: memberCorrection.state });
  if (!made) throw new AppError(OPEN);
  if (isIdentity) {
    const { userId } = account;
    await recordSeparate(tx, { userId, scene: "correction", ipaddr: request.ip });
  }
  await noteFileUse(tx, "correction", made.id, files);
  await noteStep(tx, {
    subject: "correction",
    subjectId: made.id,
    action: "create",
    toState: made.state,
    account,
    ip: request.ip,
  });
  await tellNews(tx, "inbox", ["member:correction:decide"]);
}
