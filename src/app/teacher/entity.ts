import { regularEntity } from "#src/lib/fields/entity.ts";
import { ORDER, STATUS } from "#src/lib/fields/facts.ts";
import { WORK_FIELDS } from "./fields.ts";

/** 师资专家 (menu row 2014): teachers and experts, as /teachersImg shows them. */
export const ENTITY = regularEntity({
  noun: "师资专家",
  unit: "位",
  path: "/api/bll/teacher",
  permi: "content:teacher",
  name: "teacherName",
  order: "orderNum",
  filters: ["teacherName", "unit", "field", "status"],
  columns: ["teacherName", "field", "title", "unit", "orderNum", "status"],
  facts: {
    teacherName: { kind: "text", label: "姓名", max: 20, isRequired: true },
    field: {
      kind: "choice",
      label: "领域",
      values: Object.keys(WORK_FIELDS),
      words: WORK_FIELDS,
      isRequired: true,
    },
    title: { kind: "text", label: "职称或职务", max: 40 },
    unit: { kind: "text", label: "工作单位", max: 60 },
    intro: { kind: "text", label: "一句话介绍", max: 80, isRequired: true },
    picture: { kind: "picture", label: "照片", rule: "竖幅，须经本人同意；可以没有" },
    content: { kind: "html", label: "个人介绍", max: 20_000 },
    courses: { kind: "html", label: "讲授课程", max: 10_000, rule: "每门课程一行" },
    orderNum: ORDER,
    status: { ...STATUS, rule: "停用后网站上不再显示" },
  },
});
