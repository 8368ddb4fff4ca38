import { parseId } from "#src/server/crud/ids.ts";
import { type Given, noteStart } from "#src/server/flow/flow.ts";
import { AppError } from "#src/server/http/errors.ts";
import type { Context } from "#src/server/start/context.ts";
import { EMPTY_FIELDS } from "../model/fields.ts";
import { isSeen, readFields } from "../model/rules.server.ts";
import type { Desk } from "./desk-act.server.ts";
import { ARTICLES_FLOW, act } from "./flow.server.ts";
import { storeNew, type Whole, writtenOf } from "./store.server.ts";
import { kindOf, requireKnownCategory } from "./text.server.ts";

/** A new draft. It needs a title or some text, nothing else yet. */
export async function createArticle(
  { db }: Pick<Context, "db">,
  person: Desk,
  body: Given,
): Promise<Whole> {
  const written = writtenOf(readFields(body, EMPTY_FIELDS));
  const { fields, text } = written;
  if (!isSeen(fields.articleName) && !isSeen(text)) {
    throw new AppError("请先填写标题或正文", { fields: { articleName: "请先填写标题或正文" } });
  }
  await requireKnownCategory(db, fields.typeId);
  return db.transaction(async (tx) => {
    const kind = body.isImport === true ? "import" : kindOf(body);
    const row = await storeNew(tx, written, person.reach, kind);
    const whole = { row, copy: undefined };
    await noteStart(ARTICLES_FLOW, tx, row.id, whole, person);
    return whole;
  });
}

/**
 * Saves what was written of an article. `isForced`: although another version came in between; that
 * one stays among the revisions, so nothing is lost either way.
 */
export const saveArticle = (context: Context, person: Desk, body: Given): Promise<Whole> => {
  const given = body.isForced === true ? { ...body, version: undefined } : body;
  return act(context, "edit", parseId(body.id), given, person);
};

/** Brings the text of a revision back as the newest one. */
export const restoreRevision = (context: Context, person: Desk, body: Given): Promise<Whole> =>
  act(context, "restore", parseId(body.id), body, person);
