import type { MemberType } from "./form.ts";

/** NEW 新入会, RENEW 续会, UPGRADE 变更级别, REJOIN 重新入会. */
export type SignKind = "NEW" | "RENEW" | "UPGRADE" | "REJOIN";

export const KIND_NAMES: Readonly<Record<SignKind, string>> = {
  NEW: "新入会",
  RENEW: "续会",
  UPGRADE: "变更级别",
  REJOIN: "重新入会",
};

export const TYPE_NAMES: Readonly<Record<MemberType, string>> = { "01": "个人", "02": "单位" };

/** Dues of a level for a calendar year, in fen. */
export type Dues = { annualFee: number; renewalFee: number };

/**
 * What an application costs, in fen. An upgrade within a term costs the difference for each of its calendar
 * years that is left, the present one whole; it never costs less than nothing.
 * @param left calendar years of the term that an upgrade goes on in.
 */
export function dueOf(
  kind: SignKind,
  level: Dues,
  years: number,
  upgrade?: { from: Dues; left: number },
): number {
  if (kind === "UPGRADE" && upgrade) {
    return Math.max(0, level.annualFee - upgrade.from.annualFee) * upgrade.left;
  }
  return (kind === "RENEW" ? level.renewalFee : level.annualFee) * years;
}
