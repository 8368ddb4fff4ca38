/** What is declared. */
export const DECLARE_KINDS = {
  project: "课题",
  paper: "论文",
  case: "案例",
  unit: "示范单位",
} as const;

export type DeclareKind = keyof typeof DECLARE_KINDS;

export const isDeclareKind = (text: string): text is DeclareKind =>
  Object.hasOwn(DECLARE_KINDS, text);

/** Who may declare. */
export const AUDIENCES: Readonly<Record<string, string>> = {
  any: "所有注册用户",
  member: "在籍会员",
};

/** What staff say of a batch; whether it takes declarations follows from its times. */
export const BATCH_STATUS: Readonly<Record<string, string>> = {
  1: "准备中",
  0: "已发布",
  2: "已结束",
};

/** Where a batch is at a moment, by the server's clock. */
export const PHASES = {
  preparing: "准备中",
  announced: "即将开始",
  open: "正在申报",
  closed: "已截止",
  finished: "已结束",
} as const;

export type BatchPhase = keyof typeof PHASES;

type Times = {
  status: string;
  openAt: Date | null;
  closeAt: Date | null;
};

/** The moment of closing is no longer within the time. */
export function phaseOf({ status, openAt, closeAt }: Times, now: Date): BatchPhase {
  if (status === "2") return "finished";
  if (status !== "0" || !openAt || !closeAt) return "preparing";
  if (now < openAt) return "announced";
  return now < closeAt ? "open" : "closed";
}

/** 结题 with one of these. */
export const GRADES: Readonly<Record<string, string>> = {
  excellent: "优秀",
  good: "良好",
  pass: "合格",
};

/** What a paper or a case may get. */
export const AWARDS: Readonly<Record<string, string>> = {
  first: "一等奖",
  second: "二等奖",
  third: "三等奖",
};

/** Projects and units go on after they were approved; papers and cases end with an award. */
export const isAwarded = (kind: string): boolean => kind === "paper" || kind === "case";

/** Sentences that a formal check often needs. */
export const CANNED_CHECKS = [
  "申报书盖章页缺少单位公章，请补盖后重新上传",
  "申报书未使用本批次的格式，请在线填写后打印盖章",
  "成员姓名与签名不一致，请核对",
  "经费预算合计与各项之和不一致，请核对",
  "论证部分出现个人或单位信息，请改为匿名表述",
  "上传的材料无法打开或看不清，请重新上传",
] as const;

/** Days that one has to mend what was sent back. */
export const DAYS_TO_MEND = 10;
