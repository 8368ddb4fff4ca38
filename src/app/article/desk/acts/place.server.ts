import { eq } from "drizzle-orm";
import type { Done } from "#src/server/flow/flow.ts";
import { AppError } from "#src/server/http/errors.ts";
import type { ArticleFields } from "../model/fields.ts";
import { PUBLISH } from "../model/rights.server.ts";
import { fieldsOf, wholeFields } from "../model/rules.server.ts";
import { articleCopy } from "../table.server.ts";
import type { DeskAct } from "./desk-act.server.ts";
import { changeRow, type Whole, wordsOf, writtenOf } from "./store.server.ts";

/** Another category or another circle of readers: at once, for what is public as well. */
export async function changePlace({ tx, before, given, person }: DeskAct): Promise<Done<Whole>> {
  const { row, copy } = before;
  // Read and checked by who asks for it.
  const { typeId, visible } = given as Partial<Pick<ArticleFields, "typeId" | "visible">>;
  const patch = { ...(typeId === undefined ? {} : { typeId }), ...(visible ? { visible } : {}) };
  const isPublic = row.status === "2" || row.status === "3";
  const mayPublish = person.reach.covers(PUBLISH, row);
  if (isPublic && !mayPublish) {
    throw new AppError("文章已发布，修改栏目或可见范围需要发布权限");
  }
  // What a reviewer has looked at, or is looking at, does not change under his eyes.
  const isInReview = row.status === "1" || copy?.status === "1";
  if (isInReview && !mayPublish) {
    throw new AppError("文章正在审核，不能修改；请先撤回送审");
  }
  const words = await wordsOf(tx, writtenOf({ ...fieldsOf(row), ...patch }));
  const next = await changeRow(tx, row.id, { ...patch, ...words }, person.account);
  if (!copy) return { after: { row: next, copy } };
  const [nextCopy] = await tx
    .update(articleCopy)
    .set({ fields: { ...wholeFields(copy.fields), ...patch } })
    .where(eq(articleCopy.articleId, row.id))
    .returning();
  return { after: { row: next, copy: nextCopy } };
}
