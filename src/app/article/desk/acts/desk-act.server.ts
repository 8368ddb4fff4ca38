import type { FastifyRequest } from "fastify";
import { type Reach, reachOf } from "#src/app/system/reach/service.server.ts";
import type { Db } from "#src/db/client.ts";
import type { Act, Person } from "#src/server/flow/flow.ts";
import { accountOf } from "#src/server/http/access.ts";
import type { Whole } from "./store.server.ts";

/** Who works at the desk, and what they reach. */
export type Desk = Person & { reach: Reach };

/** A step with an article. */
export type DeskAct = Act<Whole, Desk>;

export async function deskOf({ db }: { db: Db }, request: FastifyRequest): Promise<Desk> {
  const account = accountOf(request);
  return { account, ip: request.ip, reach: await reachOf(db, account) };
}
