import { and, asc, eq, or } from "drizzle-orm";
import { noteStep } from "#src/app/inbox/service.server.ts";
import type { Db } from "#src/db/client.ts";
import { DECLARE_CODES, DECLARE_LIFE, type DeclareVerb } from "#src/lib/declare/declare-life.ts";
import type { DeclareField, DeclareValues } from "#src/lib/declare/schema.ts";
import { shownField } from "#src/lib/declare/shown-field.ts";
import { publishTags } from "#src/server/cache/tags.ts";
import type { DeclareFormField } from "#src/server/documents/pdf/declare-form.ts";
import type { Given, Person } from "#src/server/flow/flow.ts";
import type { Context } from "#src/server/start/context.ts";
import { calendarOf } from "../holiday/service.server.ts";
import { PUBLICITY_TAG } from "../objection/service.server.ts";
import { act } from "./acts/flow.server.ts";
import { EXTENDED, laterEnd } from "./acts/judging.server.ts";
import type { Item } from "./model/rights.server.ts";
import { put } from "./model/rows.server.ts";
import { declareItem, declareWriter } from "./table.server.ts";

/** A field of a declaration as it is printed. */
export function printed(field: DeclareField, values: DeclareValues): DeclareFormField {
  const { label } = field;
  if (field.kind === "promise") return { kind: "long", label, text: field.text };
  const shown = shownField(field, values);
  if (shown.kind === "table") return { ...shown, label };
  return { kind: field.kind === "long" ? "long" : "short", label, text: shown.text };
}

/** A step of staff with one declaration, for what leads to it elsewhere. @throws AppError as takeStep does. */
export const actAsStaff = (
  context: Context,
  verb: DeclareVerb,
  id: number,
  given: Given,
  person: Person,
): Promise<Item> => act(context, verb, id, given, { ...person, unitId: null });

/** Whether somebody has a declaration or writes it together with its owner. */
export async function isWrittenBy(db: Db, itemId: number, userId: number): Promise<boolean> {
  const [row] = await db
    .select({ id: declareItem.id })
    .from(declareItem)
    .leftJoin(declareWriter, eq(declareWriter.itemId, declareItem.id))
    .where(
      and(
        eq(declareItem.id, itemId),
        or(eq(declareItem.userId, userId), eq(declareWriter.userId, userId)),
      ),
    )
    .limit(1);
  return row !== undefined;
}

const { publicity } = DECLARE_CODES;

/**
 * Lets all that is shown go on to its end by the calendar as it is in this transaction, also what somebody objects to:
 * objections are taken until then. None ends earlier than was said.
 */
export async function extendShown(tx: Db): Promise<void> {
  const shown = await tx
    .select()
    .from(declareItem)
    .where(eq(declareItem.state, publicity))
    .orderBy(asc(declareItem.id))
    .for("update");
  const calendar = await calendarOf(tx);
  for (const item of shown) {
    const publicUntil = laterEnd(item, calendar);
    if (!publicUntil) continue;
    await put(tx, item.id, { publicUntil });
    await noteStep(tx, {
      subject: DECLARE_LIFE.subject,
      subjectId: item.id,
      action: "endPublicity",
      fromState: String(publicity),
      toState: String(publicity),
      opinion: EXTENDED,
    });
  }
  await publishTags(tx, [PUBLICITY_TAG]);
}
