import { regularEntity } from "#src/lib/fields/entity.ts";
import { ORDER, STATUS } from "#src/lib/fields/facts.ts";

/** 专业委员会 (menu row 2013): the standing committees, as /committee shows them. */
export const ENTITY = regularEntity({
  noun: "专业委员会",
  path: "/api/bll/committee",
  permi: "content:committee",
  name: "committeeName",
  order: "orderNum",
  filters: ["committeeName", "chair", "status"],
  columns: ["committeeName", "chair", "secretary", "founded", "phone", "orderNum", "status"],
  facts: {
    committeeName: { kind: "text", label: "委员会名称", max: 40, isRequired: true, isUnique: true },
    intro: { kind: "text", label: "简介", max: 120, isRequired: true, rule: "一两句话" },
    chair: { kind: "text", label: "主任委员", max: 20 },
    secretary: { kind: "text", label: "秘书长", max: 20 },
    founded: {
      kind: "text",
      label: "成立年份",
      max: 4,
      pattern: /^(19|20)\d\d$/,
      wrong: "成立年份应为四位数字，如 2008",
    },
    phone: {
      kind: "text",
      label: "联系电话",
      max: 30,
      pattern: /^[\d+][\d\-() 转]{4,}$/,
      wrong: "联系电话格式不正确，应如 010-00000000 转 801",
    },
    picture: { kind: "picture", label: "图片", rule: "可以没有" },
    content: { kind: "html", label: "详细介绍", max: 20_000 },
    orderNum: ORDER,
    status: { ...STATUS, rule: "停用后网站上不再显示" },
  },
});
