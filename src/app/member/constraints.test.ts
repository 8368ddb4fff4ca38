import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { startApp } from "#src/test/app.ts";
import { memberLevel } from "./level/table.server.ts";

// The database itself refuses rows of membership and money that contradict each other.

const it = await startApp();
const { userId: owner } = await it.as("member");
const { userId: other } = await it.as("member");
const [level] = await it.db.select().from(memberLevel).limit(1);

/** Runs one statement and takes it back; the name of the constraint that refuses it, or nothing. */
async function refusal(...statements: string[]): Promise<string | undefined> {
  const undone = new Error("undone");
  try {
    await it.db.transaction(async (tx) => {
      for (const statement of statements) await tx.execute(sql.raw(statement));
      throw undone;
    });
  } catch (error) {
    if (error === undone) return undefined;
    const { cause } = error as { cause?: { constraint?: string; message?: string } };
    return cause?.constraint ?? cause?.message ?? String(error);
  }
  return undefined;
}

type Values = Record<string, string | number>;

const insert = (table: string, values: Values) =>
  `insert into ${table} (${Object.keys(values).join(", ")}) values (${Object.values(values).join(", ")})`;

let series = 0;

const signed = (values: Values = {}) =>
  insert("sign", {
    apply_no: `'S202611${++series}'`,
    member_type: "'01'",
    user_id: owner,
    ...values,
  });

/** What is no secret, in the form of one. */
const SEALED = "decode(repeat('01', 40), 'hex')";
const HANDED_IN = {
  state: 1,
  level_id: level?.id ?? 0,
  name: "'林晓'",
  submitted_at: "now()",
  id_sealed: SEALED,
  id_index: "'a'",
  id_type: "'identity'",
};
const TO_PAY = {
  ...HANDED_IN,
  state: 4,
  due_fen: 30_000,
  reference: "'HAAAAAAA'",
  deadline_at: "now()",
};
const joined = (id: number, values: Values = {}) =>
  insert("member", {
    id,
    member_no: `'P2026${String(id).padStart(5, "0")}'`,
    member_type: "'01'",
    name: "'林晓'",
    level_id: level?.id ?? 0,
    joined_on: "'2026-01-01'",
    ...values,
  });
const termed = (memberId: number, from: string, to: string, values: Values = {}) =>
  insert("member_term", {
    member_id: memberId,
    level_id: level?.id ?? 0,
    from_on: `'${from}'`,
    to_on: `'${to}'`,
    ...values,
  });
const paid = (signId: string, values: Values = {}) =>
  insert("payment", {
    sign_id: signId,
    pay_fen: 30_000,
    pay_time: "now()",
    method: "'bank'",
    payer_name: "'林晓'",
    ...values,
  });
const LAST = "(select max(id) from sign)";
const CONFIRMED = { state: 1, received_fen: 1, confirmed_by: 1, confirmed_at: "now()" };

test.each<[string, string | undefined, string[]]>([
  ["a draft of nothing", undefined, [signed()]],
  ["a second open application of one person", "sign_one_open", [signed(), signed()]],
  ["a second one beside a finished one", undefined, [signed({ ...HANDED_IN, state: 9 }), signed()]],
  [
    "an identity number in two of them",
    "sign_one_open_id",
    [signed(HANDED_IN), signed({ ...HANDED_IN, user_id: other })],
  ],
  [
    "a draft with a number that another has handed in",
    undefined,
    [signed(HANDED_IN), signed({ ...HANDED_IN, state: 0, user_id: other })],
  ],
  [
    "a credit code in two of them",
    "sign_one_open_credit_code",
    [
      signed({
        ...HANDED_IN,
        member_type: "'02'",
        id_sealed: "null",
        id_index: "null",
        credit_code: "'9'",
      }),
      signed({
        ...HANDED_IN,
        member_type: "'02'",
        id_sealed: "null",
        id_index: "null",
        credit_code: "'9'",
        user_id: other,
      }),
    ],
  ],
  ["one handed in without a level", "sign_handed_in", [signed({ ...HANDED_IN, level_id: "null" })]],
  [
    "one handed in without an identity",
    "sign_identified",
    [signed({ ...HANDED_IN, id_sealed: "null", id_index: "null" })],
  ],
  ...[
    "'\\x31313031303531393439313233313030325800'",
    "'\\x'",
    "'\\x01'",
    "'11010519491231002X'",
  ].map((open): [string, string, string[]] => [
    `an identity number that nobody sealed: ${open}`,
    "sign_id_sealed",
    [signed({ id_sealed: open, id_index: "'a'", id_type: "'identity'" })],
  ]),
  [
    "the same of a member",
    "member_id_sealed",
    [
      joined(70_001, {
        id_sealed: "'11010519491231002X'",
        id_index: "'a'",
        id_type: "'identity'",
      }),
    ],
  ],
  [
    "an index without its number",
    "sign_id_whole",
    [signed({ id_index: "'a'", id_type: "'identity'" })],
  ],
  ["one to be paid without an amount", "sign_asked_to_pay", [signed({ ...TO_PAY, due_fen: 0 })]],
  [
    "one to be paid without a reference",
    "sign_asked_to_pay",
    [signed({ ...TO_PAY, reference: "null" })],
  ],
  ["a negative amount", "sign_due_bounds", [signed({ due_fen: -1 })]],
  ["one done without a member", "sign_done", [signed({ ...HANDED_IN, state: 7 })]],
  ["a renewal of nobody", "sign_of_member", [signed({ kind: "'RENEW'" })]],
  ["six years", "sign_years_bounds", [signed({ years: 6 })]],
  ["a state that there is not", "sign_state_bounds", [signed({ ...HANDED_IN, state: 12 })]],
  ["an application of nobody", "sign_user_id_sys_user_user_id_fk", [signed({ user_id: 0 })]],
  [
    "one reference twice",
    "sign_reference_unique",
    [signed(TO_PAY), signed({ ...TO_PAY, user_id: other, id_index: "'b'" })],
  ],

  ["a member", undefined, [joined(70_001)]],
  [
    "a person with a unit's number",
    "member_type_bounds",
    [joined(70_001, { member_no: "'D202600001'" })],
  ],
  ["a number of another form", "member_no_form", [joined(70_001, { member_no: "'P1'" })]],
  [
    "one number twice",
    "member_memberNo_unique",
    [joined(70_001), joined(70_002, { member_no: "'P202670001'" })],
  ],
  [
    "one account for two members",
    "member_user",
    [joined(70_001, { user_id: owner }), joined(70_002, { user_id: owner })],
  ],
  [
    "one identity for two members",
    "member_id",
    [
      joined(70_001, { id_sealed: SEALED, id_index: "'a'", id_type: "'passport'" }),
      joined(70_002, { id_sealed: SEALED, id_index: "'a'", id_type: "'passport'" }),
    ],
  ],
  [
    "a member's number of no paper",
    "member_id_of_paper",
    [joined(70_001, { id_sealed: SEALED, id_index: "'a'" })],
  ],
  [
    "an applicant's number of no paper",
    "sign_id_of_paper",
    [signed({ ...HANDED_IN, id_type: "''" })],
  ],
  ["a member merged into itself", "member_not_itself", [joined(70_001, { merged_into: 70_001 })]],

  [
    "terms one after the other",
    undefined,
    [
      joined(70_001),
      termed(70_001, "2026-01-01", "2026-12-31"),
      termed(70_001, "2027-01-01", "2027-12-31"),
    ],
  ],
  [
    "terms that share a day",
    "member_term_apart",
    [
      joined(70_001),
      termed(70_001, "2026-01-01", "2026-12-31"),
      termed(70_001, "2026-12-31", "2027-12-31"),
    ],
  ],
  [
    "terms of two members on the same days",
    undefined,
    [
      joined(70_001),
      joined(70_002),
      termed(70_001, "2026-01-01", "2026-12-31"),
      termed(70_002, "2026-01-01", "2026-12-31"),
    ],
  ],
  [
    "a void term beside another",
    undefined,
    [
      joined(70_001),
      termed(70_001, "2026-01-01", "2026-12-31", { voided_at: "now()" }),
      termed(70_001, "2026-01-01", "2026-12-31"),
    ],
  ],
  [
    "a term upside down",
    "member_term_order",
    [joined(70_001), termed(70_001, "2026-12-31", "2026-01-01")],
  ],
  [
    "a certificate with a code that can be guessed",
    "member_certificate_code",
    [
      joined(70_001),
      termed(70_001, "2026-01-01", "2026-12-31"),
      insert("member_certificate", {
        code: "'1'",
        member_id: 70_001,
        term_id: "(select max(id) from member_term)",
        member_no: "''",
        name: "''",
        level_name: "''",
        from_on: "now()",
        to_on: "now()",
        issued_on: "now()",
      }),
    ],
  ],

  ["two payments that wait", "payment_one_handed_in", [signed(TO_PAY), paid(LAST), paid(LAST)]],
  ["a payment of nothing", "payment_pay_bounds", [signed(TO_PAY), paid(LAST, { pay_fen: 0 })]],
  ["a payment below nothing", "payment_pay_bounds", [signed(TO_PAY), paid(LAST, { pay_fen: -1 })]],
  [
    "a confirmed payment of nothing",
    "payment_confirmed",
    [signed(TO_PAY), paid(LAST, { ...CONFIRMED, received_fen: 0 })],
  ],
  [
    "a payment confirmed by nobody",
    "payment_confirmed",
    [signed(TO_PAY), paid(LAST, { ...CONFIRMED, confirmed_by: "null" })],
  ],
  [
    "a bank serial that was used",
    "payment_bank_serial",
    [
      signed(TO_PAY),
      paid(LAST, { ...CONFIRMED, bank_serial: "'A1'" }),
      paid(LAST, { ...CONFIRMED, bank_serial: "'A1'" }),
    ],
  ],
  [
    "a payment refused without a reason",
    "payment_refused",
    [signed(TO_PAY), paid(LAST, { state: 2 })],
  ],
  [
    "a refund decided by who asked for it",
    "refund_two_people",
    [
      signed(TO_PAY),
      paid(LAST, CONFIRMED),
      insert("refund", {
        payment_id: "(select max(id) from payment)",
        amount_fen: 1,
        reason: "'x'",
        asked_by: owner,
        state: 1,
        decided_by: owner,
      }),
    ],
  ],
  [
    "two receipts for one payment",
    "receipt_one",
    [
      signed(TO_PAY),
      paid(LAST, CONFIRMED),
      ...Array<string>(2).fill(
        insert("receipt", {
          payment_id: "(select max(id) from payment)",
          amount_fen: 1,
          title: "'x'",
        }),
      ),
    ],
  ],
  [
    "a receipt issued without a number",
    "receipt_issued",
    [
      signed(TO_PAY),
      paid(LAST, CONFIRMED),
      insert("receipt", {
        payment_id: "(select max(id) from payment)",
        amount_fen: 1,
        title: "'x'",
        state: 1,
      }),
    ],
  ],
])("%s: %s", async (_what, constraint, statements) => {
  expect(await refusal(...statements)).toBe(constraint);
});

test("the end of the last term that is not void stands with the member", async () => {
  const endOf = async () => {
    const found = await it.db.execute(
      sql.raw("select valid_to::text from member where id = 71000"),
    );
    return found.rows[0]?.valid_to;
  };
  const run = (statement: string) => it.db.execute(sql.raw(statement));
  await run(joined(71_000));
  expect(await endOf()).toBeNull();
  await run(termed(71_000, "2026-01-01", "2026-12-31"));
  await run(termed(71_000, "2027-01-01", "2027-12-31"));
  expect(await endOf()).toBe("2027-12-31");
  await run(
    "update member_term set voided_at = now() where member_id = 71000 and to_on > '2027-01-01'",
  );
  expect(await endOf()).toBe("2026-12-31");
  await run("delete from member_term where member_id = 71000");
  expect(await endOf()).toBeNull();
});
