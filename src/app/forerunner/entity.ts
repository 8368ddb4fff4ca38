import { regularEntity } from "#src/lib/fields/entity.ts";
import { ORDER, STATUS } from "#src/lib/fields/facts.ts";
import { KINDS, PROVINCE_NAMES } from "./fields.ts";

/** 先行示范 (menu row 2016): places and units that lead the way, as /forerunner shows them. */
export const ENTITY = regularEntity({
  noun: "先行示范",
  unit: "个",
  path: "/api/bll/forerunner",
  permi: "content:forerunner",
  name: "placeName",
  order: "orderNum",
  filters: ["placeName", "kind", "province", "status"],
  columns: ["placeName", "kind", "province", "batch", "orderNum", "status"],
  facts: {
    placeName: { kind: "text", label: "名称", max: 40, isRequired: true, isUnique: true },
    kind: { kind: "choice", label: "类别", values: Object.keys(KINDS), words: KINDS },
    province: {
      kind: "choice",
      label: "所在省份",
      values: Object.keys(PROVINCE_NAMES),
      words: PROVINCE_NAMES,
    },
    batch: { kind: "whole", label: "批次年份", min: 2000, max: 2099, isRequired: true },
    intro: { kind: "text", label: "简介", max: 120, isRequired: true, rule: "一两句话" },
    picture: { kind: "picture", label: "图片", rule: "可以没有" },
    content: { kind: "html", label: "经验做法", max: 20_000 },
    caseUrl: { kind: "address", label: "案例文章" },
    orderNum: ORDER,
    status: { ...STATUS, rule: "停用后网站上不再显示" },
  },
});
