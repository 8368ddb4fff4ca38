import { and, eq, inArray } from "drizzle-orm";
import type { MemberType } from "#src/lib/membership/form.ts";
import type { SignVerb } from "#src/lib/membership/sign-life.ts";
import { takeEach } from "#src/server/flow/each.ts";
import type { Given } from "#src/server/flow/flow.ts";
import { AppError, NOT_FOUND } from "#src/server/http/errors.ts";
import type { Context } from "#src/server/start/context.ts";
import type { SignPerson } from "../model/rights.server.ts";
import { sign } from "../table.server.ts";
import type { Results } from "../wire.ts";
import { act } from "./flow.server.ts";

/**
 * One step with each of several applications of one kind, as takeEach does.
 *
 * @throws AppError as takeEach does.
 */
export async function actOnEach(
  context: Context,
  memberType: MemberType,
  verb: SignVerb,
  ids: readonly number[],
  given: Given,
  person: SignPerson,
): Promise<Results> {
  const known = await context.db
    .select({ id: sign.id })
    .from(sign)
    .where(and(inArray(sign.id, [...ids]), eq(sign.memberType, memberType)));
  const there = new Set(known.map(({ id }) => id));
  return takeEach({ noun: "申请", measure: "份" }, ids, given, (id, body) => {
    if (!there.has(id)) throw new AppError(NOT_FOUND, { code: 404 });
    return act(context, verb, id, body, person);
  });
}
