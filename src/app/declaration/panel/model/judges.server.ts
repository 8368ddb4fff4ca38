import { and, asc, eq, inArray } from "drizzle-orm";
import { user } from "#src/app/system/user/table.server.ts";
import type { Db } from "#src/db/client.ts";
import { type Named, namedIn } from "#src/lib/declare/blind.ts";
import { type Conflict, conflictOf, type Judge, type Judged } from "#src/lib/declare/conflicts.ts";
import { DECLARE_CODES } from "#src/lib/declare/declare-life.ts";
import { PANEL_CODES, REVIEW_CODES } from "#src/lib/declare/panel-life.ts";
import type { DeclareSchema } from "#src/lib/declare/schema.ts";
import { declareSchema } from "../../batch/table.server.ts";
import { declareExpert } from "../../expert/table.server.ts";
import { declareItem, declareWriter } from "../../item/table.server.ts";
import { declarePanel, declareReview } from "../table.server.ts";

type ItemRow = typeof declareItem.$inferSelect;

/** Who a declaration is from: what its form says, and the accounts and names of who wrote it. */
export async function namedOf(db: Db, item: ItemRow, schema: DeclareSchema): Promise<Named> {
  const writers = await db
    .select({ nickName: user.nickName, phone: user.phonenumber, email: user.email })
    .from(user)
    .where(
      inArray(user.userId, [
        item.userId,
        ...(
          await db
            .select({ userId: declareWriter.userId })
            .from(declareWriter)
            .where(eq(declareWriter.itemId, item.id))
        ).map(({ userId }) => userId),
      ]),
    );
  const named = namedIn(schema, item.values);
  const more = (list: readonly string[], own: readonly string[]) => [
    ...new Set([...list, ...own.map((text) => text.trim()).filter((text) => text !== "")]),
  ];
  return {
    persons: more(
      named.persons,
      writers.map(({ nickName }) => nickName),
    ),
    units: more(named.units, [item.unitName]),
    contacts: more(
      named.contacts,
      writers.flatMap(({ phone, email }) => [phone, email]),
    ),
  };
}

/** An expert who has accepted, with the declarations that they have or had. */
export type Seated = {
  panelId: number;
  expertId: number;
  judge: Judge;
  field: string;
  /** Declarations that they are to judge or have judged. */
  load: number;
  recused: ReadonlySet<number>;
};

/** Experts of a batch who have accepted and are not stopped, in the order of their names. */
export async function seatedIn(db: Db, batchId: number): Promise<Seated[]> {
  const rows = await db
    .select({
      panel: declarePanel,
      expert: declareExpert,
      phone: user.phonenumber,
      email: user.email,
    })
    .from(declarePanel)
    .innerJoin(declareExpert, eq(declareExpert.id, declarePanel.expertId))
    .innerJoin(user, eq(user.userId, declareExpert.userId))
    .where(
      and(
        eq(declarePanel.batchId, batchId),
        eq(declarePanel.state, PANEL_CODES.accepted),
        eq(declareExpert.status, "0"),
      ),
    )
    .orderBy(asc(declareExpert.name), asc(declarePanel.id));
  const reviews = await db
    .select({
      panelId: declareReview.panelId,
      itemId: declareReview.itemId,
      state: declareReview.state,
    })
    .from(declareReview)
    .where(eq(declareReview.batchId, batchId));
  return rows.map(({ panel, expert, phone, email }) => {
    const own = reviews.filter(({ panelId }) => panelId === panel.id);
    return {
      panelId: panel.id,
      expertId: expert.id,
      field: expert.field,
      judge: {
        userId: expert.userId,
        name: expert.name,
        unitName: expert.unitName,
        avoid: expert.avoid,
        contacts: [phone, email],
      },
      load: own.filter(({ state }) => state === REVIEW_CODES.open || state === REVIEW_CODES.done)
        .length,
      recused: new Set(
        own.filter(({ state }) => state === REVIEW_CODES.recused).map(({ itemId }) => itemId),
      ),
    };
  });
}

/** A declaration with the experts, as conflicts are looked for. */
export type JudgedItem = { item: ItemRow; judged: Judged; on: number[] };

/** Declarations of a batch that are with the experts; `on`: the panels that judge them or have. */
export async function judgedIn(db: Db, batchId: number): Promise<JudgedItem[]> {
  const rows = await db
    .select({
      item: declareItem,
      form: declareSchema.schema,
      phone: user.phonenumber,
      email: user.email,
    })
    .from(declareItem)
    .innerJoin(declareSchema, eq(declareSchema.id, declareItem.schemaId))
    .innerJoin(user, eq(user.userId, declareItem.userId))
    .where(and(eq(declareItem.batchId, batchId), eq(declareItem.state, DECLARE_CODES.expert)))
    .orderBy(asc(declareItem.itemNo), asc(declareItem.id));
  const ids = rows.map(({ item }) => item.id);
  if (ids.length === 0) return [];
  const writers = await db.select().from(declareWriter).where(inArray(declareWriter.itemId, ids));
  const reviews = await db
    .select({
      itemId: declareReview.itemId,
      panelId: declareReview.panelId,
      state: declareReview.state,
    })
    .from(declareReview)
    .where(inArray(declareReview.itemId, ids));
  return rows.map(({ item, form, phone, email }) => {
    const named = namedIn(form, item.values);
    const contacts = [...named.contacts, phone, email].filter((text) => text !== "");
    return {
      item,
      judged: {
        writerIds: [
          item.userId,
          ...writers.filter(({ itemId }) => itemId === item.id).map(({ userId }) => userId),
        ],
        unitName: item.unitName,
        named: { ...named, contacts },
      },
      on: reviews
        .filter(
          ({ itemId, state }) =>
            itemId === item.id && (state === REVIEW_CODES.open || state === REVIEW_CODES.done),
        )
        .map(({ panelId }) => panelId),
    };
  });
}

/** Why this expert must not judge this declaration. */
export const conflictBetween = (
  expert: Seated,
  { item, judged }: JudgedItem,
): Conflict | undefined => conflictOf(expert.judge, judged, expert.recused.has(item.id));
