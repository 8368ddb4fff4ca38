import { expect, test } from "vitest";
import { referenceOf } from "../membership/reference.ts";
import { type OpenLine, type Payable, propose } from "./match.ts";

const ref = (nth: number) => referenceOf(Uint8Array.of(nth, 2, 3, 4, 5, 6));
let lines = 0;
const line = (more: Partial<OpenLine>): OpenLine => ({
  id: ++lines,
  leftFen: 30_000,
  payerName: "某人",
  remark: "会费",
  serial: "",
  ...more,
});
const payable = (signId: number, more: Partial<Payable> = {}): Payable => ({
  signId,
  name: `申请人${signId}`,
  reference: ref(signId),
  leftFen: 30_000,
  voucherPayer: "",
  voucherSerial: "",
  ...more,
});
const only = (given: OpenLine, ...payables: Payable[]) => propose([given], payables).get(given.id);

test.each([
  [
    "reference and amount",
    { remark: `会费 ${ref(1).toLowerCase()}` },
    {},
    "sure",
    "附言码与金额一致",
  ],
  ["a reference written apart", { remark: [...ref(1)].join(" ") }, {}, "sure", "附言码与金额一致"],
  [
    "reference, too little",
    { remark: ref(1), leftFen: 29_999 },
    {},
    "hand",
    "附言码一致，金额不足",
  ],
  ["reference, too much", { remark: ref(1), leftFen: 30_001 }, {}, "hand", "附言码一致，金额多出"],
  ["the voucher's serial", { serial: "A1" }, { voucherSerial: "A1" }, "sure", "流水号与金额一致"],
  ["name and amount", { payerName: "申请人1" }, {}, "likely", "户名与金额一致"],
  [
    "a name with spaces and wide brackets",
    { payerName: "东海小学 (本部)" },
    { name: "东海小学（本部）" },
    "likely",
    "户名与金额一致",
  ],
  [
    "the name of the voucher",
    { payerName: "王五" },
    { voucherPayer: "王五" },
    "likely",
    "户名与金额一致",
  ],
  ["name, another amount", { payerName: "申请人1", leftFen: 5 }, {}, "hand", "户名一致，金额不同"],
] as const)("%s", (_name, given, change, kind, why) => {
  expect(only(line(given), payable(1, change), payable(2))).toEqual({ kind, signIds: [1], why });
});

test("nothing, and a reference that nobody has to pay with", () => {
  expect(only(line({}), payable(1))).toEqual({ kind: "none", signIds: [], why: "" });
  expect(only(line({ remark: ref(9) }), payable(1))).toEqual({
    kind: "none",
    signIds: [],
    why: `附言码 ${ref(9)} 没有待缴的申请`,
  });
});

test("several of one name are for a person; several references that make up the amount are likely", () => {
  const twins = [payable(1, { name: "李伟" }), payable(2, { name: "李伟" })];
  expect(only(line({ payerName: "李伟" }), ...twins)).toEqual({
    kind: "hand",
    signIds: [1, 2],
    why: "户名与金额一致的有 2 份申请",
  });
  const remark = `${ref(1)},${ref(2)}`;
  expect(only(line({ remark, leftFen: 60_000 }), ...twins)).toMatchObject({
    kind: "likely",
    signIds: [1, 2],
  });
  expect(only(line({ remark, leftFen: 60_001 }), ...twins)).toMatchObject({
    kind: "hand",
    signIds: [1, 2],
  });
});

test("an application is paid once: a reference before a name, the earlier line before the later", () => {
  const byName = line({ payerName: "申请人1" });
  const first = line({ remark: ref(1) });
  const second = line({ remark: ref(1) });
  const found = propose([byName, first, second], [payable(1)]);
  expect([byName, first, second].map(({ id }) => found.get(id)?.kind)).toEqual([
    "hand",
    "sure",
    "hand",
  ]);
  expect(found.get(second.id)?.why).toBe("附言码一致，但另有一笔流水");
});
