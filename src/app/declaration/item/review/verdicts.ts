import type { DeclareVerb } from "#src/lib/declare/declare-life.ts";

type Verdict = {
  label: string;
  /** Stands in the message when it is done. */
  done: string;
  needsReason?: true;
  isPrimary?: true;
  isDanger?: true;
  /** Asked once more. */
  question?: string;
};

/** The steps of staff, as their buttons say them. */
export const VERDICTS: Readonly<Partial<Record<DeclareVerb, Verdict>>> = {
  pass: { label: "形式审查通过", done: "已通过形式审查", isPrimary: true },
  return: { label: "退回修改", done: "已退回", needsReason: true },
  reject: {
    label: "不予通过",
    done: "未予通过",
    needsReason: true,
    isDanger: true,
    question: "不予通过后不能恢复，申报人会收到通知。",
  },
  rank: { label: "评审汇总", done: "已转终审", isPrimary: true },
  publicise: { label: "终审通过，公示", done: "已公示", isPrimary: true },
  decline: {
    label: "终审不通过",
    done: "终审未通过",
    isDanger: true,
    question: "终审不通过后不能恢复，申报人会收到通知。",
  },
  establish: { label: "立项或授奖", done: "已立项或授奖", isPrimary: true },
  recall: { label: "撤下公示", done: "已撤下公示", needsReason: true },
  open: { label: "登记开题", done: "已登记开题", isPrimary: true },
  review: { label: "登记中期检查", done: "已登记中期检查", isPrimary: true },
  complete: { label: "准予结题", done: "已准予结题", isPrimary: true },
  reviewAgain: { label: "退回结题材料", done: "已退回结题材料", needsReason: true },
  terminate: {
    label: "终止或撤项",
    done: "已终止",
    needsReason: true,
    isDanger: true,
    question: "终止后不能恢复，申报人会收到通知。",
  },
};

const CLASSES: Readonly<Record<number, string>> = {
  2: "warning",
  5: "warning",
  10: "warning",
  7: "success",
  8: "success",
  9: "success",
  11: "success",
  12: "danger",
  13: "danger",
  14: "info",
};

/** A state as a coloured mark. */
export const stateMark = ({ state, stateName }: { state: number; stateName: string }) => ({
  dictLabel: stateName,
  listClass: CLASSES[state] ?? "primary",
  cssClass: "",
});
