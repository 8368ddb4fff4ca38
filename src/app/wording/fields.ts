/**
 * Why words that course pages must not have are let pass (product 7.6): for an entity whose texts are
 * looked through by wording/course/service.server.ts. It is kept with the row, and stands in the operation log.
 */
export const OVERRIDE_FIELD = {
  kind: "text",
  label: "用语放行理由",
  max: 200,
  rule: "只在含有受限用语时由审核人员填写，至少 5 个字",
} as const;

export const MIN_REASON = 5;
