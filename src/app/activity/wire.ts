import { type Static, Type } from "typebox";
import { Nullable, numbers, texts } from "#src/lib/wire.ts";

/** A line of the fee table; amounts are yuan with two digits. */
export const PriceRow = Type.Object({
  ...texts("key", "name", "amount", "untilDate"),
  memberAmount: Nullable(Type.String()),
  /** Not past its last day. */
  isOpen: Type.Boolean(),
});
export type PriceRow = Static<typeof PriceRow>;

/** An activity in a list. Moments are `yyyy-MM-dd HH:mm:ss`. */
export const ActivityRow = Type.Object({
  ...numbers("id", "state", "capacity"),
  ...texts(
    "title",
    "type",
    "cover",
    "summary",
    "mode",
    "city",
    "place",
    "startAt",
    "endAt",
    "signStartAt",
    "signEndAt",
    "audience",
  ),
  needReview: Type.Boolean(),
  needPay: Type.Boolean(),
  prices: Type.Array(PriceRow),
});
export type ActivityRow = Static<typeof ActivityRow>;

const QuestionRow = Type.Object({
  ...texts("key", "label", "hint"),
  kind: Type.Union([
    Type.Literal("text"),
    Type.Literal("paragraph"),
    Type.Literal("choice"),
    Type.Literal("choices"),
    Type.Literal("agree"),
  ]),
  options: Type.Array(Type.String()),
  isRequired: Type.Boolean(),
});

export const ActivityInfo = Type.Object({
  ...ActivityRow.properties,
  ...numbers("perUserMax", "hours"),
  ...texts("content", "address", "mapLink", "contact", "opinion"),
  agenda: Type.Array(Type.Object(texts("day", "from", "to", "title", "speaker", "place"))),
  teachers: Type.Array(
    Type.Object({
      id: Type.Number(),
      ...texts("teacherName", "title", "unit", "picture", "intro"),
    }),
  ),
  formSchema: Type.Array(QuestionRow),
  /** Names alone: the materials are for those who take part. */
  attachments: Type.Array(Type.Object(texts("name"))),
  hasCertificate: Type.Boolean(),
});
export type ActivityInfo = Static<typeof ActivityInfo>;

/** Seats now. `left` null: as many as come. */
export const Seats = Type.Object({
  ...numbers("id", "waiting"),
  left: Nullable(Type.Number()),
  /** Why nobody can sign up now; empty while they can. */
  closed: Type.String(),
});
export type Seats = Static<typeof Seats>;

/** One person's place as its owner sees it. */
export const OwnEntry = Type.Object({
  ...numbers("id", "activityId", "orderId", "serial", "state", "version"),
  ...texts("name", "phone", "unit", "post", "email", "seatNo", "opinion", "amount", "priceName"),
  /** Code that opens the order without an account. */
  code: Type.String(),
  reference: Type.String(),
  offerUntil: Nullable(Type.String()),
  payUntil: Nullable(Type.String()),
  checkedInAt: Nullable(Type.String()),
  /** Its place in the line of those who wait, from 1; 0 for none. */
  linePlace: Type.Number(),
  /** Text of the code for the door; empty for who was not admitted. */
  qr: Type.String(),
  /** What is typed at the door where no camera can be used; empty with `qr`. */
  shortCode: Type.String(),
  /** The same as `qr` as a picture, as a data address. */
  qrImage: Type.String(),
  /** Steps that its owner may take now. */
  steps: Type.Array(Type.String()),
});
export type OwnEntry = Static<typeof OwnEntry>;

/** Own places with what only those who were admitted see of the activity. */
export const OwnSign = Type.Object({
  activity: Type.Object({
    ...numbers("id", "state"),
    ...texts("title", "startAt", "endAt", "place", "address", "mode"),
    /** Empty for who was not admitted. */
    onlineUrl: Type.String(),
    attachments: Type.Array(Type.Object(texts("name", "url"))),
  }),
  entries: Type.Array(OwnEntry),
});
export type OwnSign = Static<typeof OwnSign>;

export const SignedUp = Type.Object({
  orderId: Type.Number(),
  code: Type.String(),
  entries: Type.Array(
    Type.Object({ ...numbers("id", "serial", "state"), ...texts("name", "amount") }),
  ),
});
export type SignedUp = Static<typeof SignedUp>;

export const Stepped = Type.Object(numbers("id", "state", "version"));

/** A payment for an order; amounts are yuan with two digits. */
export const OrderPayment = Type.Object({
  ...numbers("id", "state"),
  ...texts("payAmount", "receivedAmount", "payTime", "payerName", "payerAccountTail"),
  ...texts("bankSerial", "reason"),
  voucherLinks: Type.Array(Type.String()),
  /** Finance looks at it: it cannot be replaced. */
  isOpened: Type.Boolean(),
});
export type OrderPayment = Static<typeof OrderPayment>;

/** What an order costs today as its owner sees it, and where the money goes. */
export const OwnOrder = Type.Object({
  ...numbers("orderId", "count"),
  ...texts("contactName", "reference", "account", "bank", "accountNo"),
  /** For one place: as it was said, and today. */
  ...texts("wasAmount", "priceAmount", "priceName"),
  /** Still to be paid for all places together. */
  rest: Type.String(),
  payUntil: Type.String(),
  /** For whom the invoice is made out: as typed for this order, or the last time. */
  invoice: Type.Object(texts("title", "taxNo", "email")),
  /** A place of it waits for money; `isPaying`: a voucher is with finance. */
  isWaiting: Type.Boolean(),
  isPaying: Type.Boolean(),
  payments: Type.Array(OrderPayment),
});
export type OwnOrder = Static<typeof OwnOrder>;

/** An order as finance sees it. */
export const OrderMoney = Type.Object({
  orderId: Type.Number(),
  isCancelled: Type.Boolean(),
  ...texts("title", "contactName", "reference", "priceName", "dueAmount"),
  entries: Type.Array(Type.Object({ id: Type.Number(), ...texts("name", "stateName", "amount") })),
  waiting: Nullable(OrderPayment),
  payments: Type.Array(OrderPayment),
  /** Where the voucher or the serial stands already, by number. */
  voucherUsed: Type.Array(Type.String()),
  serialUsed: Type.Array(Type.String()),
});
export type OrderMoney = Static<typeof OrderMoney>;
