import { and, eq, inArray } from "drizzle-orm";
import type { MemberType } from "#src/lib/membership/form.ts";
import type { SignVerb } from "#src/lib/membership/sign-life.ts";
import type { Given } from "#src/server/flow/flow.ts";
import { AppError, NOT_FOUND } from "#src/server/http/errors.ts";
import type { Context } from "#src/server/start/context.ts";
import type { SignPerson } from "../model/rights.server.ts";
import { sign } from "../table.server.ts";
import type { Results } from "../wire.ts";
import { act } from "./flow.server.ts";

const MAX = 100;

/**
 * One step with each of several applications, each in a transaction of its own: one that is refused keeps
 * none of the others back. A single one that is refused is refused as a call.
 */
export async function actOnEach(
  context: Context,
  memberType: MemberType,
  verb: SignVerb,
  ids: readonly number[],
  given: Given,
  person: SignPerson,
): Promise<Results> {
  if (ids.length === 0) throw new AppError("请先选择申请");
  if (ids.length > MAX) throw new AppError(`一次最多处理 ${MAX} 份申请`);
  const known = await context.db
    .select({ id: sign.id })
    .from(sign)
    .where(and(inArray(sign.id, [...ids]), eq(sign.memberType, memberType)));
  const there = new Set(known.map(({ id }) => id));
  const results: Results = [];
  // In one order, so that two lists at once never wait for each other.
  for (const id of [...new Set(ids)].toSorted((a, b) => a - b)) {
    try {
      if (!there.has(id)) throw new AppError(NOT_FOUND, { code: 404 });
      // One application's version says nothing of the others.
      const body = ids.length === 1 ? given : { ...given, version: undefined };
      const row = await act(context, verb, id, body, person);
      results.push({ id, ok: true, msg: "", state: row.state });
    } catch (error) {
      if (ids.length === 1 || !(error instanceof AppError)) throw error;
      results.push({ id, ok: false, msg: error.message, state: null });
    }
  }
  return results;
}
