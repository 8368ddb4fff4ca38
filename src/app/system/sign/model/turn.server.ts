import { staffDue } from "#src/lib/membership/due.ts";
import { STATE_CODES } from "#src/lib/membership/sign-life.ts";
import { formatDateTime } from "#src/lib/text/dates.ts";
import type { Sign } from "./rights.server.ts";

const { checking, council, payReview, returned, waitPay, payFailed } = STATE_CODES;
const STAFFS_TURN: readonly number[] = [checking, council, payReview];
const OWNERS_TURN: readonly number[] = [returned, waitPay, payFailed];

/** Staff have three working days since it came to them, owners their deadline; else nothing is due. */
function dueOf(row: Sign): Date | null {
  if (OWNERS_TURN.includes(row.state)) return row.deadlineAt;
  if (!STAFFS_TURN.includes(row.state)) return null;
  const since = row.state === checking ? row.submittedAt : (row.updateTime ?? row.submittedAt);
  return since && staffDue(since);
}

/** Whose turn it is, and until when. */
export function turnOf(row: Sign): { dueAt: string | null; isOwnersTurn: boolean } {
  const dueAt = dueOf(row);
  return {
    dueAt: dueAt ? formatDateTime(dueAt) : null,
    isOwnersTurn: OWNERS_TURN.includes(row.state),
  };
}
