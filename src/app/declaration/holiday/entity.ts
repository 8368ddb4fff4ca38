import { regularEntity } from "#src/lib/fields/entity.ts";

/** 节假日与调休 (menu row 2707): days that are not as their weekday says, by which publicity is counted. */
export const ENTITY = regularEntity({
  noun: "节假日",
  unit: "天",
  path: "/api/declaration/holiday",
  permi: "declare:holiday",
  name: "day",
  order: "day",
  filters: ["day", "name", "kind"],
  columns: ["day", "name", "kind"],
  facts: {
    day: {
      kind: "text",
      label: "日期",
      max: 10,
      pattern: /^(19|20)\d\d-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/,
      wrong: "日期应如 2026-10-01",
      isRequired: true,
      isUnique: true,
      rule: "如 2026-10-01",
    },
    name: { kind: "text", label: "节日", max: 20, isRequired: true },
    kind: {
      kind: "choice",
      label: "安排",
      values: ["holiday", "work"],
      words: { holiday: "放假", work: "调休上班" },
      rule: "周末照常休息的不用录入",
    },
  },
});
