import type { Db } from "../../db/client.ts";
import type { NoteFileUse } from "../files/file-users.ts";
import type { Account } from "../http/access.ts";
import type { InboxSource } from "../jobs/inbox.ts";
import type { Tasks } from "../jobs/tasks.ts";
import type { Operation } from "../log/oper-log.ts";
import type { PersonalPart } from "../personal/personal-data.ts";
import type { Context, SeedModule, Slice } from "./context.ts";

type FindAccount = (db: Db, token: string, isUnattended: boolean) => Promise<Account | undefined>;
type Sweep = (db: Db, context: Pick<Context, "files" | "log">) => Promise<void>;
/** Work behind the calls that this process takes part in; resolves with what ends it. */
type StartWorker = (context: Context, databaseUrl: string) => Promise<() => Promise<void>>;
type AppendOperations = (
  context: Pick<Context, "env">,
  tx: Db,
  operations: Operation[],
) => Promise<void>;

// Globs are the only door from the server to the slices (ARCHITECTURE.md, "Arrows").
export const slices = import.meta.glob<Slice>("../../app/**/api.server.ts", {
  eager: true,
  import: "default",
});

export const seeds = import.meta.glob<SeedModule>("../../app/**/seed.server.ts", { eager: true });

/** Rows that have run out: each slice that makes such rows exports `sweep`. */
export const sweeps = import.meta.glob<Sweep>("../../app/**/sweep.server.ts", {
  eager: true,
  import: "sweep",
});

const taskLists = import.meta.glob<Tasks>("../../app/**/task.server.ts", {
  eager: true,
  import: "tasks",
});

/** Everything a job may call, from all slices. */
export const tasks: Tasks = Object.assign({}, ...Object.values(taskLists));

const inboxSources = import.meta.glob<InboxSource>("../../app/**/inbox.server.ts", {
  eager: true,
  import: "source",
});

/** Everything that can wait for somebody, from all slices. */
export const inbox: readonly InboxSource[] = Object.values(inboxSources);

const personalLists = import.meta.glob<PersonalPart>("../../app/**/personal-data.server.ts", {
  eager: true,
  import: "part",
});

/** All that is known of a person, from all slices, in their order. */
export const personalParts = (): readonly PersonalPart[] =>
  Object.values(personalLists).toSorted((a, b) => a.order - b.order);

export const workers = import.meta.glob<StartWorker>("../../app/**/worker.server.ts", {
  eager: true,
  import: "startWorker",
});

const accounts = import.meta.glob<FindAccount>("../../app/login/session.server.ts", {
  eager: true,
  import: "findAccount",
});

export const findAccount: FindAccount = async (db, token, isUnattended) =>
  Object.values(accounts)[0]?.(db, token, isUnattended);

const proofs = import.meta.glob<
  (context: Pick<Context, "db" | "memo">, account: Account) => Promise<void>
>("../../app/login/stepUp/service.server.ts", { eager: true, import: "requireStepUp" });

/** @throws AppError where the person of the account has not shown lately that it is they. */
export async function requireProof(
  context: Pick<Context, "db" | "memo">,
  account: Account,
): Promise<void> {
  const [prove] = Object.values(proofs);
  if (!prove) throw new Error("nobody can show that it is they");
  return prove(context, account);
}

const notes = import.meta.glob<NoteFileUse>("../../app/common/files/service.server.ts", {
  eager: true,
  import: "noteFileUse",
});

export const noteFileUse: NoteFileUse = async (...use) => {
  const [note] = Object.values(notes);
  if (!note) throw new Error("there are no stored files");
  return note(...use);
};

const writers = import.meta.glob<AppendOperations>("../../app/monitor/operlog/chain.server.ts", {
  eager: true,
  import: "appendOperations",
});

export const appendOperations: AppendOperations = async (context, tx, operations) => {
  const [append] = Object.values(writers);
  if (!append) throw new Error("there is no operation log");
  return append(context, tx, operations);
};
