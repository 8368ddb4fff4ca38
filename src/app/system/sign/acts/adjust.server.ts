import { handedIn, paymentsOf, receivedFor, shortBy } from "#src/app/finance/service.server.ts";
import { STATE_CODES } from "#src/lib/membership/sign-life.ts";
import { moneyShown } from "#src/lib/text/money.ts";
import type { Act, Done } from "#src/server/flow/flow.ts";
import { AppError } from "#src/server/http/errors.ts";
import type { Sign, SignPerson } from "../model/rights.server.ts";
import { put } from "../model/rows.server.ts";
import { complete } from "./outcome.server.ts";

const VOUCHER_FIRST =
  "更正后会费已缴齐，但申请人另有缴费凭证等待确认，请先在到账确认中确认或驳回该凭证";

/**
 * What an application becomes when a refund or a correction of its money was agreed to. One that waits for the
 * rest is done when all of it is there. A membership that began stands: with less money than was due, somebody
 * decides what follows.
 */
export async function adjust({
  context,
  tx,
  before,
  given,
}: Act<Sign, SignPerson>): Promise<Done<Sign>> {
  const received = await receivedFor(tx, before.id);
  const opinion = `${String(given.what)}，现到账 ${moneyShown(received)} 元`;
  if (before.state === STATE_CODES.done) return { after: before, opinion };
  if (received >= before.dueFen) {
    if (await handedIn(tx, before.id)) throw new AppError(VOUCHER_FIRST);
    return { after: await complete(context, tx, before, await paidAt(tx, before)), opinion };
  }
  if (before.state !== STATE_CODES.waitPay) return { after: before, opinion };
  const rest = received > 0 ? shortBy(received, before.dueFen) : "";
  return { after: await put(tx, before.id, { opinion: rest }), opinion };
}

/** When the last of the money that counts was paid. */
async function paidAt(tx: Act<Sign, SignPerson>["tx"], { id }: Sign): Promise<Date> {
  const times = (await paymentsOf(tx, id))
    .filter(({ state }) => state === 1)
    .map(({ payTime }) => payTime.getTime());
  return new Date(Math.max(...times));
}
