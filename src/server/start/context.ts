import type { TypeBoxTypeProvider } from "@fastify/type-provider-typebox";
import type {
  FastifyBaseLogger,
  FastifyInstance,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
} from "fastify";
import type { Db } from "../../db/client.ts";
import type { Invalidation } from "../cache/invalidation.ts";
import type { KeptValues, Memo } from "../cache/memo.ts";
import type { FileStore } from "../files/file-store.ts";
import type { FileUser, NoteFileUse } from "../files/file-users.ts";
import type { InboxSource } from "../jobs/inbox.ts";
import type { Queue } from "../jobs/queue.ts";
import type { Tasks } from "../jobs/tasks.ts";
import type { Outbox } from "../messages/outbox.ts";
import type { PageCache } from "../pages/page-cache.ts";
import type { Env } from "./env.ts";

/** What a slice gets besides the request: state is passed, never imported. */
export type Context = {
  env: Env;
  db: Db;
  memo: Memo;
  /** What this process keeps: finished pages (none where no pages are served), and the memo's values. */
  caches: { pages: PageCache; values: KeptValues };
  /** Hears the tags that any process publishes. */
  invalidation: Pick<Invalidation, "subscribe">;
  outbox: Outbox;
  /** The bytes of stored files. */
  files: FileStore;
  /** Tables whose rows show stored files: filled while the slices start (files/file-users.ts). */
  fileUsers: FileUser[];
  noteFileUse: NoteFileUse;
  /** Background work. */
  queue: Queue;
  /** Aborted when the process begins to stop: an answer without an end must end then. */
  stopping: AbortSignal;
  /** What a job may do. */
  tasks: Tasks;
  /** What can wait for somebody. */
  inbox: readonly InboxSource[];
  log: FastifyBaseLogger;
  /** Origin for absolute links, without a trailing slash; never taken from a request. */
  origin: string;
};

export type App = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>;

/** Default export of an `api.server.ts`. Routes carry their full path and `config.access`. */
export type Slice = (app: App, context: Context) => void | Promise<void>;

/** Exports of a `seed.server.ts`; `order` sorts slices whose rows need each other. */
export type SeedModule = {
  order: number;
  /** Rows every installation has; must be harmless when run again. */
  base?: (db: Db, env: Env) => Promise<void>;
  /** Rows of the demo society; run once, on the first start with DEMO on. */
  demo?: (db: Db, env: Env) => Promise<void>;
};
