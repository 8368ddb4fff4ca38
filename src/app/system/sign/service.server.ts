import type { SQL } from "drizzle-orm";
import type { FastifyRequest } from "fastify";
import type { LinePart } from "#src/app/finance/statement/service.server.ts";
import { moneyText } from "#src/lib/text/money.ts";
import type { Context } from "#src/server/start/context.ts";
import { act } from "./acts/flow.server.ts";
import { forbids, personOf, type Sign, type SignPerson, within } from "./model/rights.server.ts";

/** Somebody of finance, and what they may confirm. */
export type Confirming = {
  /** Applications whose money this person may confirm, by branch. */
  reached: SQL | undefined;
  /** Why it may not be this person, as one's own application or one that they reviewed. */
  refusal(row: Pick<Sign, "userId" | "checkedBy" | "revokeAskedBy">): string | undefined;
  /** Confirms money of a bank's line for an application, by the flow with all its guards. */
  confirm(signId: number, fen: number, part: LinePart): Promise<Sign>;
};

export async function confirming(context: Context, request: FastifyRequest): Promise<Confirming> {
  const person: SignPerson = await personOf(context, request);
  return {
    reached: within("confirm", person),
    refusal: (row) => forbids("confirm", row, person),
    confirm: (signId, fen, linePart) =>
      act(context, "confirm", signId, { receivedAmount: moneyText(fen) }, { ...person, linePart }),
  };
}
