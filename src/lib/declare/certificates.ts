import { DECLARE_CODES } from "./declare-life.ts";
import { textIn } from "./read-values.ts";
import type { DeclareValues } from "./schema.ts";
import { AWARDS, GRADES, isAwarded } from "./words.ts";

/** Certificates of what was declared, by what they are called. */
export const CERTIFICATES = {
  award: "荣誉证书",
  project: "立项证书",
  closing: "结题证书",
  unit: "示范单位证书",
} as const;

export type CertificateKind = keyof typeof CERTIFICATES;

export const isCertificateKind = (text: string): text is CertificateKind =>
  Object.hasOwn(CERTIFICATES, text);

type Outcome = { state: number; award: string; grade: string };

/** The certificate that a declaration has come to, with its level; undefined where there is none to issue. */
export function certificateFor(
  batchKind: string,
  { state, award, grade }: Outcome,
): { kind: CertificateKind; level: string } | undefined {
  const { approved, closing, completed } = DECLARE_CODES;
  if (isAwarded(batchKind)) {
    const level = AWARDS[award];
    return state === approved && level ? { kind: "award", level } : undefined;
  }
  if (batchKind === "unit") {
    return state >= approved && state <= completed ? { kind: "unit", level: "" } : undefined;
  }
  const graded = GRADES[grade];
  if (state === completed && graded) return { kind: "closing", level: graded };
  return state >= approved && state <= closing ? { kind: "project", level: "" } : undefined;
}

/** The person whom a declaration names first; empty where a unit declares, which has but somebody to reach it by. */
export const leaderOf = (batchKind: string, values: DeclareValues): string =>
  batchKind === "unit" ? "" : textIn(values, "leaderName") || textIn(values, "authorName");

/** What stands on a certificate below the names. */
export function certificateSentence(
  kind: CertificateKind,
  { batchName, title, level }: { batchName: string; title: string; level: string },
): string {
  if (kind === "unit") return `在“${batchName}”中经专家评审和公示，确定为示范单位。特发此证。`;
  const of = `“${batchName}”《${title}》`;
  if (kind === "award") return `${of}经专家评审和公示，荣获${level}。特发此证。`;
  if (kind === "project") return `${of}经专家评审和公示，准予立项。特发此证。`;
  return `${of}经审核准予结题，等级为${level}。特发此证。`;
}

const LETTERS: Readonly<Record<CertificateKind, string>> = {
  award: "获奖通知书",
  project: "立项通知书",
  closing: "结题通知书",
  unit: "示范单位认定通知书",
};

const missed = (batchKind: string): string => {
  if (batchKind === "unit") return "确定为示范单位";
  return isAwarded(batchKind) ? "获奖" : "立项";
};

/** The letter that tells of an outcome; undefined while there is none. */
export function letterFor(
  batchKind: string,
  {
    batchName,
    title,
    opinion,
    ...outcome
  }: Outcome & { batchName: string; title: string; opinion: string },
): { title: string; paragraphs: string[] } | undefined {
  const who = batchKind === "unit" ? "贵单位" : "您";
  const of = `${who}在“${batchName}”中申报的《${title}》`;
  if (outcome.state === DECLARE_CODES.declined) {
    return {
      title: "评审结果通知书",
      paragraphs: [
        `${of}经评审，未能${missed(batchKind)}。`,
        ...(opinion ? [`评审意见：${opinion}`] : []),
        "感谢您对学会工作的支持，欢迎继续关注学会的申报通知。",
      ],
    };
  }
  const found = certificateFor(batchKind, outcome);
  if (!found) return undefined;
  const { kind, level } = found;
  const said = {
    award: [`${of}经专家评审、评审委员会审议和公示，荣获${level}。特此通知。`],
    project: [
      `${of}经专家评审、评审委员会审议和公示，准予立项。`,
      "请按申报书的计划开展研究，按时办理开题、中期检查和结题；需要变更负责人、题目或延期的，请提前与学会秘书处联系。特此通知。",
    ],
    closing: [`${of}经审核准予结题，结题等级为${level}。特此通知。`],
    unit: [`${of}经专家评审、评审委员会审议和公示，确定为示范单位。特此通知。`],
  } as const;
  return { title: LETTERS[kind], paragraphs: [...said[kind]] };
}
