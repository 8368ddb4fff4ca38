import { and, desc, eq } from "drizzle-orm";
import type { Db } from "../../db/client.ts";
import type { Account } from "../../server/http/access.ts";
import { timeline } from "./table.server.ts";

export type Step = {
  /** What it is a step of: `article`. */
  subject: string;
  subjectId: number;
  action: string;
  fromState?: string;
  toState?: string;
  opinion?: string | undefined;
  /** undefined: the program itself did it. */
  account?: Pick<Account, "userId" | "nickName"> | undefined;
  ip?: string | undefined;
};

/** Writes one step into the history of what it is about, in the transaction that takes it. */
export async function noteStep(tx: Db, step: Step): Promise<void> {
  await tx.insert(timeline).values({
    subject: step.subject,
    subjectId: step.subjectId,
    action: step.action,
    fromState: step.fromState ?? "",
    toState: step.toState ?? "",
    opinion: step.opinion ?? "",
    userId: step.account?.userId ?? null,
    nickName: step.account?.nickName ?? "系统",
    ipaddr: step.ip ?? "",
  });
}

/** The newest steps first, at most 200. */
export const stepsOf = (db: Db, subject: string, subjectId: number) =>
  db
    .select()
    .from(timeline)
    .where(and(eq(timeline.subject, subject), eq(timeline.subjectId, subjectId)))
    .orderBy(desc(timeline.id))
    .limit(200);
