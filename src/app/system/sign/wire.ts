import { type Static, Type } from "typebox";
import type { SignKind } from "#src/lib/membership/fees.ts";
import type { MemberType, SignForm } from "#src/lib/membership/form.ts";
import type { Invoice } from "#src/lib/membership/invoice.ts";
import type { SignVerb } from "#src/lib/membership/sign-life.ts";
import { Nullable } from "#src/lib/wire.ts";

const Text = Type.String();
const Whole = Type.Integer();
const Flag = Type.Boolean();

/** Codes of lib/membership/sign-life.ts. */
const State = Type.Integer({ minimum: 0, maximum: 11 });
/** What may be done now, by this person: the server decides, pages show. */
const Allowed = Type.Array(Type.Unsafe<SignVerb>(Text));

/** What addMember and addOrg answer. */
export const Saved = Type.Object({ id: Whole, applyNo: Text, state: State, version: Whole });
export type Saved = Static<typeof Saved>;

/** An application with all that is filled in; numbers of papers and telephones are masked for staff. */
export const SignWhole = Type.Object({
  id: Whole,
  applyNo: Text,
  kind: Type.Unsafe<SignKind>(Text),
  memberType: Type.Unsafe<MemberType>(Text),
  state: State,
  stateName: Text,
  version: Whole,
  name: Text,
  form: Type.Unsafe<SignForm>(Type.Record(Text, Type.Unknown())),
  levelId: Nullable(Whole),
  levelName: Text,
  years: Whole,
  regionName: Text,
  branchIds: Type.Array(Whole),
  branchNames: Type.Array(Text),
  directoryVisible: Flag,
  /** Addresses of the private files that the form names, for ten minutes, by their keys. */
  files: Type.Record(Text, Text),
  submittedAt: Nullable(Text),
  deadlineAt: Nullable(Text),
  doneAt: Nullable(Text),
  opinion: Text,
  returnedFields: Type.Array(Text),
  waiverReason: Text,
  resolutionNo: Text,
  resolutionDate: Nullable(Text),
  revokeReason: Text,
  /** When it should be dealt with, as the queue has it. */
  dueAt: Nullable(Text),
  isOwnersTurn: Flag,
});
export type SignWhole = Static<typeof SignWhole>;

/** Amounts are decimal texts in yuan. */
export const Fee = Type.Object({
  amount: Text,
  received: Text,
  account: Text,
  bank: Text,
  accountNo: Text,
  reference: Text,
  deadline: Nullable(Text),
});
export type Fee = Static<typeof Fee>;

const InvoiceShape = Type.Unsafe<Invoice>(
  Type.Object({
    type: Text,
    titleType: Text,
    title: Text,
    taxNo: Text,
    email: Text,
    phone: Text,
  }),
);

export const PaymentShape = Type.Object({
  id: Whole,
  /** 0 handed in, 1 confirmed, 2 refused, 3 replaced. */
  state: Whole,
  payAmount: Text,
  receivedAmount: Text,
  payTime: Text,
  payMethod: Text,
  payerName: Text,
  payerAccountTail: Text,
  bankSerial: Text,
  voucherFiles: Type.Array(Text),
  /** Addresses of the vouchers for ten minutes, in their order. */
  voucherLinks: Type.Array(Text),
  remark: Text,
  invoice: Nullable(InvoiceShape),
  reasonCode: Text,
  reason: Text,
  confirmedAt: Nullable(Text),
  createTime: Text,
  isOpened: Flag,
});
export type PaymentShape = Static<typeof PaymentShape>;

/** A row of the history. The owner sees no names of staff. */
export const StepShape = Type.Object({
  action: Text,
  name: Text,
  fromState: Text,
  toState: Text,
  opinion: Text,
  by: Text,
  time: Text,
});
export type StepShape = Static<typeof StepShape>;

/** The member that the owner is: what is shown of it beside the application. */
export const MemberShape = Type.Object({
  memberNo: Text,
  levelName: Text,
  state: Text,
  stateName: Text,
  validFrom: Nullable(Text),
  validTo: Nullable(Text),
  joinedOn: Text,
  /** Code of the certificate in force; empty for none. */
  certificateCode: Text,
  /** The renewal window is open. */
  canRenew: Flag,
});
export type MemberShape = Static<typeof MemberShape>;

const Numbers = Type.Array(Text);

/** What the program found beside an application, for staff: numbers of members and of applications. */
export const StaffChecks = Type.Object({
  /** Others with the same identity number or credit code. */
  sameNumber: Numbers,
  sameName: Numbers,
  /** Pixels of the photograph. */
  photo: Nullable(Type.Object({ width: Whole, height: Whole })),
  /** Applications for which one of these vouchers, or this bank serial, was used before. */
  voucherUsed: Numbers,
  serialUsed: Numbers,
});
export type StaffChecks = Static<typeof StaffChecks>;

/** What getInfo answers: product 4.3. */
export const Info = Type.Object({
  sign: Nullable(SignWhole),
  fee: Nullable(Fee),
  payment: Nullable(PaymentShape),
  payments: Type.Array(PaymentShape),
  timeline: Type.Array(StepShape),
  allowed: Allowed,
  member: Nullable(MemberShape),
  /** null for the owner. */
  checks: Nullable(StaffChecks),
});
export type Info = Static<typeof Info>;

/** A row of the queues. */
export const QueueRow = Type.Object({
  id: Whole,
  applyNo: Text,
  kind: Type.Unsafe<SignKind>(Text),
  memberType: Type.Unsafe<MemberType>(Text),
  name: Text,
  levelName: Text,
  years: Whole,
  region: Text,
  regionName: Text,
  state: State,
  stateName: Text,
  dueAmount: Text,
  reference: Text,
  submittedAt: Nullable(Text),
  deadlineAt: Nullable(Text),
  updateTime: Nullable(Text),
  branchName: Text,
  version: Whole,
  /** When it should be dealt with: by staff within three working days, by the owner until the deadline. */
  dueAt: Nullable(Text),
  /** Whether the owner is the one who has to act. */
  isOwnersTurn: Flag,
  allowed: Allowed,
});
export type QueueRow = Static<typeof QueueRow>;

/** What became of each of several applications. */
export const Results = Type.Array(
  Type.Object({ id: Whole, ok: Flag, msg: Text, state: Nullable(State) }),
);
export type Results = Static<typeof Results>;

/** How many applications stand in each state, for the filters of the queue; `isMore`: or more of them. */
export const Counts = Type.Array(
  Type.Object({ state: State, memberType: Text, count: Whole, isMore: Type.Boolean() }),
);
export type Counts = Static<typeof Counts>;

/** A branch that an application may name. */
export const Branch = Type.Object({ id: Whole, name: Text });
export type Branch = Static<typeof Branch>;

/** Levels for the filter of the queue. */
export const Levels = Type.Array(Type.Object({ id: Whole, levelName: Text, memberType: Text }));
export type Levels = Static<typeof Levels>;
