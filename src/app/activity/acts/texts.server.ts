import type { LookedThrough } from "#src/lib/article/wording-hits.ts";
import { plainText } from "#src/lib/text/plain-text.ts";
import type { Activity } from "../model/rows.server.ts";

/** The texts of an activity that are looked through for words a course must not use (product 7.6). */
export function textsOf(row: Activity): LookedThrough[] {
  const agenda = row.agenda.map(({ title, speaker }) => `${title} ${speaker}`).join("\n");
  return [
    { field: "title", label: "活动名称", text: row.title },
    { field: "summary", label: "简介", text: row.summary },
    { field: "content", label: "活动内容", text: plainText(row.content) },
    { field: "agenda", label: "议程", text: agenda },
    { field: "prices", label: "费用", text: row.prices.map(({ name }) => name).join("\n") },
  ];
}
