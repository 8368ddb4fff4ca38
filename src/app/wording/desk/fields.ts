import { REMARK, type RowOf, STATUS } from "#src/lib/fields/facts.ts";
import { MAX_WORD } from "../lines.ts";

export const WORD = {
  word: {
    kind: "text",
    label: "词语",
    max: MAX_WORD,
    isRequired: true,
    rule: "空格、繁体、全角都查得到",
  },
  level: {
    kind: "choice",
    label: "级别",
    values: ["block", "warn"],
    words: { block: "禁止", warn: "提醒" },
    isRequired: true,
    rule: "禁止：有放行权限的人说明理由后才能发布；提醒：确认后可以发布",
  },
  suggestion: { kind: "text", label: "建议", max: 100, rule: "改用的说法，可以留空" },
  kind: { kind: "text", label: "类别", max: 20, rule: "敏感词、固定表述、证书用语等" },
  remark: REMARK,
  status: { ...STATUS, rule: "停用后不再检查" },
} as const;

export type Word = RowOf<typeof WORD, "id">;
