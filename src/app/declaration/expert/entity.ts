import { regularEntity } from "#src/lib/fields/entity.ts";
import { REMARK } from "#src/lib/fields/facts.ts";

/** 评审专家 (menu row 2703): who may be invited to judge declarations. */
export const ENTITY = regularEntity({
  noun: "评审专家",
  unit: "位",
  path: "/api/declaration/expert",
  permi: "declare:expert",
  name: "name",
  order: "name",
  filters: ["name", "unitName", "field", "status"],
  columns: ["name", "unitName", "post", "field", "status"],
  facts: {
    name: { kind: "text", label: "姓名", max: 30, isRequired: true },
    unitName: {
      kind: "text",
      label: "所在单位",
      max: 60,
      isRequired: true,
      rule: "单位全称，同单位的申报自动回避",
    },
    post: { kind: "text", label: "职务或职称", max: 40 },
    field: { kind: "text", label: "研究领域", max: 60, isRequired: true },
    avoid: {
      kind: "text",
      label: "回避对象",
      max: 300,
      rule: "上级、下属单位或有利害关系的人，以顿号分开",
    },
    userId: { kind: "id", label: "账号", isUnique: true, rule: "在网站上评审所用的账号" },
    status: {
      kind: "choice",
      label: "状态",
      values: ["0", "1"],
      words: { 0: "在任", 1: "停用" },
      rule: "停用后不再邀请，也不能继续评审",
    },
    remark: REMARK,
  },
});
