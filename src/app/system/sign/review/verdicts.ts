import type { SignVerb } from "#src/lib/membership/sign-life.ts";
import type { SignWhole } from "../wire.ts";
import { check, confirmMoney, refuseVoucher, reopen, revoke } from "./calls.ts";

type Verdict = {
  /** On its button. */
  label: string;
  /** Past tense of the toast. */
  done: string;
  key?: "P" | "B" | "R";
  isPrimary?: true;
  isDanger?: true;
  needsReason?: true;
  /** Asked before it is done. */
  question?: string;
};

/** The steps that have buttons here; owners take the others. */
export const VERDICTS: Readonly<Partial<Record<SignVerb, Verdict>>> = {
  pass: { label: "通过", done: "已通过", key: "P", isPrimary: true },
  return: { label: "退回修改", done: "已退回", key: "B", needsReason: true },
  reject: {
    label: "拒绝",
    done: "已拒绝",
    key: "R",
    isDanger: true,
    needsReason: true,
    question: "申请到此结束，30 天后才能再次申请。",
  },
  councilPass: { label: "审议通过", done: "已登记审议通过", key: "P", isPrimary: true },
  councilReject: {
    label: "审议不通过",
    done: "已登记审议不通过",
    key: "R",
    isDanger: true,
    needsReason: true,
    question: "申请到此结束，30 天后才能再次申请。",
  },
  confirm: { label: "通过 · 确认到账", done: "已确认到账", key: "P", isPrimary: true },
  fail: { label: "退回凭证", done: "已退回凭证", key: "B", needsReason: true },
  reopen: { label: "重新开放", done: "已重新开放", question: "申请人可以继续办理，时限重新计算。" },
  askRevoke: {
    label: "提请撤销",
    done: "已提请撤销",
    isDanger: true,
    needsReason: true,
    question: "须由另一位同事复核后才会撤销；只能在办结当天办理。",
  },
  revoke: {
    label: "复核撤销",
    done: "已撤销",
    isDanger: true,
    question: "会籍和证书立即失效，不能恢复。",
  },
};

/** Texts that are written most; a click puts one into the opinion. */
export const CANNED = {
  review: ["资料齐全，符合条件", "请补充盖章申请表", "证书已过期，请更新", "姓名与申请表不一致"],
  money: ["到账无误", "金额不足，请补差额", "凭证不清晰，请重传", "流水未到账"],
} as const;

/** product 4.3, financeFail. */
export const REASON_CODES = [
  { value: "amount", label: "金额不符" },
  { value: "unreadable", label: "凭证看不清" },
  { value: "notArrived", label: "款项未到账" },
  { value: "wrongPayer", label: "付款人不符" },
  { value: "duplicate", label: "凭证已使用过" },
  { value: "other", label: "其他原因" },
] as const;

/** What finance types; amounts are decimal texts in yuan. */
export type MoneyFields = {
  receivedAmount: string;
  bankSerial: string;
  payerName: string;
  payTime: string;
};

type Given = {
  opinion: string;
  fields: readonly string[];
  isWaived: boolean;
  reasonCode: string | undefined;
  resolutionNo: string;
  resolutionDate: string;
  money: Partial<MoneyFields>;
};

/** Sends the call of a step. @throws ApiError as the call does. */
export async function run(verb: SignVerb, sign: SignWhole, given: Given): Promise<unknown> {
  const { id, version, memberType } = sign;
  const { opinion, fields, isWaived, reasonCode, resolutionNo, resolutionDate, money } = given;
  switch (verb) {
    case "confirm":
      return confirmMoney({ id, version, opinion, ...money });
    case "fail":
      return refuseVoucher({ id, version, reasonCode, reason: opinion });
    case "reopen":
      return reopen({ id, version, opinion });
    case "askRevoke":
    case "revoke":
      return revoke({ id, version, confirmed: verb === "revoke", reason: opinion });
    default:
      return check(memberType, {
        id,
        version,
        action: verb,
        opinion,
        ...(verb === "return" ? { fields } : {}),
        ...(verb === "pass" && isWaived ? { isWaived, waiverReason: opinion } : {}),
        ...(verb.startsWith("council") ? { resolutionNo, resolutionDate } : {}),
      });
  }
}
