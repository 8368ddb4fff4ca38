// What the desk, the list of entries and the money work with.
export {
  /** @public */
  ACTIVITY_FLOW,
  actOnActivity,
  startActivity,
} from "./acts/activity-flow.server.ts";
export { enterByStaff } from "./acts/enter.server.ts";
export {
  actOnEntries,
  actOnEntry,
  /** @public */
  ENTRY_FLOW,
} from "./acts/entry-flow.server.ts";
export { confirmOrder, openOrder, refuseOrder } from "./acts/order-money.server.ts";
export { orderCost, orderRest } from "./model/order-books.server.ts";
export { ownerOf } from "./model/owner.server.ts";
export {
  codesAround,
  dayOf,
  dayStart,
  isShortCodeOf,
  qrText,
  readQr,
  readRoomCode,
  roomCode,
} from "./model/qr.server.ts";
export {
  /** @public */
  type Activity,
  /** @public */
  type Entry,
  lockActivity,
  /** @public */
  type Order,
  seatsLeft,
} from "./model/rows.server.ts";
export { isExpectedInRoom } from "./read/expected.server.ts";
export { orderMoney, ordersFoundBy } from "./read/orders.server.ts";
export {
  filtersOf,
  findShown,
  /** @public */
  infoOf,
  listShown,
  nextTurn,
} from "./read/shown.server.ts";
