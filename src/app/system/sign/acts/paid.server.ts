import { type Payer, readPaid } from "#src/app/finance/paid/service.server.ts";
import type { Paid } from "#src/app/finance/service.server.ts";
import type { Db } from "#src/db/client.ts";
import type { Given } from "#src/server/flow/flow.ts";
import type { Context } from "#src/server/start/context.ts";
import type { Sign } from "../model/rights.server.ts";

/** The payer as the application knows it. */
const payerOf = (row: Sign): Payer => ({
  paidFor: row.id,
  userId: row.userId,
  isUnit: row.memberType === "02",
  name: row.name,
  creditCode: row.creditCode,
  email: typeof row.form.email === "string" ? row.form.email : "",
});

/** What a body says of the money of an application: addFinance of product 4.3. */
export const readDues = (
  context: Pick<Context, "noteFileUse">,
  tx: Db,
  row: Sign,
  given: Given,
  who: { isOwner: boolean },
): Promise<Paid> => readPaid(context, tx, payerOf(row), given, who);
