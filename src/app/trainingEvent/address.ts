/** What the list is narrowed by, as its address says it; empty for all. */
export type Asked = {
  type: string;
  status: string;
  month: string;
  city: string;
  mode: string;
};

export const PATH = "/trainingEvent";

export const STATUS_NAMES: Readonly<Record<string, string>> = {
  open: "报名中",
  soon: "即将报名",
  closed: "报名结束",
  over: "已结束",
};

/** Address of the list narrowed so. */
export function hrefOf(asked: Asked, pageNum = 1): string {
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(asked)) if (value) query.set(key, value);
  if (pageNum > 1) query.set("pageNum", String(pageNum));
  return query.size > 0 ? `${PATH}?${query}` : PATH;
}
