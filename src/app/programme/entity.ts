import { regularEntity } from "#src/lib/fields/entity.ts";
import { ORDER, STATUS } from "#src/lib/fields/facts.ts";
import { OVERRIDE_FIELD } from "../wording/fields.ts";
import { AUDIENCES, MODES } from "./fields.ts";

/** 培训项目 (menu row 2015): the programmes that the society teaches, as /trainingImg shows them. */
export const ENTITY = regularEntity({
  noun: "培训项目",
  unit: "个",
  path: "/api/bll/programme",
  permi: "content:programme",
  name: "programmeName",
  order: "orderNum",
  filters: ["programmeName", "audience", "status"],
  columns: ["programmeName", "audience", "hours", "mode", "orderNum", "status"],
  facts: {
    programmeName: { kind: "text", label: "项目名称", max: 40, isRequired: true, isUnique: true },
    intro: { kind: "text", label: "简介", max: 120, isRequired: true, rule: "一两句话" },
    audience: {
      kind: "choice",
      label: "面向人群",
      values: Object.keys(AUDIENCES),
      words: AUDIENCES,
      rule: "培训只面向 18 周岁以上的成年人",
    },
    mode: { kind: "choice", label: "方式", values: Object.keys(MODES), words: MODES },
    hours: { kind: "whole", label: "学时", min: 1, max: 500, isRequired: true },
    picture: { kind: "picture", label: "海报", rule: "可以没有" },
    posterText: {
      kind: "text",
      label: "海报文字",
      max: 1000,
      rule: "上传海报时必填，供读屏和搜索",
    },
    content: { kind: "html", label: "课程大纲", max: 20_000 },
    overrideReason: OVERRIDE_FIELD,
    orderNum: ORDER,
    status: { ...STATUS, rule: "停用后网站上不再显示" },
  },
});
