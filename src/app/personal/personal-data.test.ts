import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { personalParts } from "#src/server/start/slices.ts";
import { startApp } from "#src/test/app.ts";

// Whoever adds a column that names an account says here, or in a personal-data.server.ts, what becomes of it when
// the person asks for their data or leaves.

const it = await startApp();

const STAFF = "names one of the staff, whose accounts are not closed by themselves";

/** Columns that name an account and are no part of what its owner gets or leaves, with the reason. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  "advice.handler_id": STAFF,
  "sign.checked_by": STAFF,
  "sign.revoke_asked_by": STAFF,
  "activity_entry.checked_in_by": STAFF,
  "activity_check.checked_by": STAFF,
  "payment.opened_by": STAFF,
  "payment.confirmed_by": STAFF,
  "refund.asked_by": `${STAFF}; a withdrawal with money paid asks in its owner's name, and stays in the books`,
  "refund.decided_by": STAFF,
  "receipt.issued_by": STAFF,
  "bank_statement.imported_by": STAFF,
  "journal_ticket.user_id": "lives for a minute, and is swept away",
  "article.owner_id": STAFF,
  "article_editing.user_id": STAFF,
  "article_revision.user_id": STAFF,
};

test("every column that names an account is in a part, or among the exceptions", async () => {
  const { rows } = await it.db.execute<{ name: string }>(sql`
    select c.table_name || '.' || c.column_name as name from information_schema.columns c
    where c.table_schema = 'public' and c.data_type = 'bigint'
      and c.column_name ~ '(^|_)(user_id|owner_id)$'
    union
    select r.relname || '.' || a.attname from pg_constraint k
    join pg_class r on r.oid = k.conrelid
    join pg_attribute a on a.attrelid = k.conrelid and a.attnum = any(k.conkey)
    where k.contype = 'f' and k.confrelid = 'sys_user'::regclass order by 1`);
  const named = [...personalParts().flatMap(({ columns }) => columns), ...Object.keys(EXCEPTIONS)];
  expect(rows.map(({ name }) => name)).toEqual(named.toSorted());
});

test("parts have names and places of their own", () => {
  const parts = personalParts();
  expect(new Set(parts.map(({ name }) => name)).size).toBe(parts.length);
  expect(new Set(parts.map(({ order }) => order)).size).toBe(parts.length);
});
