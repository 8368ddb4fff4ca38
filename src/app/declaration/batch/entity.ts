import { AUDIENCES, BATCH_STATUS, DECLARE_KINDS } from "#src/lib/declare/words.ts";
import { regularEntity } from "#src/lib/fields/entity.ts";

/** 申报批次 (menu row 2701): a call for declarations with its times and rules. */
export const ENTITY = regularEntity({
  noun: "申报批次",
  path: "/api/declaration/batch",
  permi: "declare:batch",
  name: "batchName",
  order: "orderNum",
  filters: ["batchName", "kind", "status"],
  columns: ["batchName", "kind", "openAt", "closeAt", "audience", "quotaPerUnit", "status"],
  facts: {
    batchName: { kind: "text", label: "批次名称", max: 60, isRequired: true, isUnique: true },
    kind: {
      kind: "choice",
      label: "类别",
      values: Object.keys(DECLARE_KINDS),
      words: DECLARE_KINDS,
      rule: "有人开始填写后不能再改",
    },
    intro: { kind: "text", label: "说明", max: 500, rule: "申报人在批次卡片上看到" },
    guideHref: { kind: "address", label: "申报指南", rule: "通知或指南的网址" },
    openAt: { kind: "moment", label: "开始时间", rule: "发布前必填" },
    closeAt: { kind: "moment", label: "截止时间", rule: "发布前必填，以服务器时间为准" },
    audience: {
      kind: "choice",
      label: "申报对象",
      values: Object.keys(AUDIENCES),
      words: AUDIENCES,
    },
    unitCheck: { kind: "flag", label: "单位审核", rule: "单位会员的申报先由单位审核推荐" },
    quotaPerUnit: {
      kind: "whole",
      label: "单位限额",
      max: 999,
      rule: "每个单位会员最多推荐的件数，0 为不限",
    },
    reviewers: { kind: "whole", label: "评审专家数", min: 3, max: 9, rule: "每件申报的专家人数" },
    isBlind: { kind: "flag", label: "匿名评审", rule: "专家看不到姓名和单位" },
    orderNum: { kind: "whole", label: "显示顺序", rule: "从小到大排列" },
    status: {
      kind: "choice",
      label: "状态",
      values: ["1", "0", "2"],
      words: BATCH_STATUS,
      rule: "发布后申报人才能看到",
    },
  },
});
