import { from, type LifeCycle, type StepFacts, staying, stepsIn } from "../flow/life-cycle.ts";

/** States of one person's place as the wire has them (product 4.7). */
export const ENTRY_CODES = {
  review: 0,
  toPay: 1,
  paying: 2,
  admitted: 3,
  present: 4,
  done: 5,
  waiting: 6,
  cancelled: 7,
  refund: 8,
  refused: 9,
  absent: 10,
} as const;

export type EntryState = keyof typeof ENTRY_CODES;

/** One telephone has one such place in an activity: the index `activity_entry_one_open`. */
export const OPEN_ENTRIES = [0, 1, 2, 3, 4, 5, 6] as const;

/** They take a seat, and so does who was offered one: the function `entry_holds_seat` of the database. */
export const SEATED = [1, 2, 3, 4, 5, 10] as const;

/** Who sees where an activity on line takes place, and its materials. */
export const ADMITTED: readonly number[] = [3, 4, 5];

const STATES = {
  review: { name: "待审核" },
  toPay: { name: "待缴费" },
  paying: { name: "待财务确认" },
  admitted: { name: "报名成功" },
  present: { name: "已签到" },
  done: { name: "已完成", isEnd: true },
  waiting: { name: "候补" },
  cancelled: { name: "已取消", isEnd: true },
  refund: { name: "退费", note: "退费中或已退", isEnd: true },
  refused: { name: "未通过", isEnd: true },
  absent: { name: "缺席" },
} as const satisfies Record<EntryState, object>;

const CHECK = ["activity:entry:check"] as const;
const EDIT = ["activity:entry:edit"] as const;
const DOOR = ["activity:entry:checkIn"] as const;
const CONFIRM = ["member:finance:confirm"] as const;

const STEPS = {
  pass: {
    name: "审核通过",
    by: CHECK,
    // On to the waiting list when the seats are gone meanwhile.
    moves: { review: ["toPay", "admitted", "waiting"] },
  },
  reject: { name: "审核不通过", by: CHECK, moves: from(["review", "waiting"], ["refused"]) },
  accept: {
    name: "接受候补名额",
    by: ["owner"],
    moves: { waiting: ["toPay", "admitted"] },
    refusals: { cancelled: "候补名额已过期，请重新报名" },
  },
  pay: {
    name: "提交缴费凭证",
    by: ["owner"],
    // A member's price may be nothing by then.
    moves: from(["toPay", "paying"], ["paying", "admitted"]),
    isHidden: true,
  },
  confirm: {
    name: "确认到账",
    by: CONFIRM,
    // Of an activity that was cancelled meanwhile the money goes back.
    moves: from(["toPay", "paying"], ["admitted", "toPay", "refund"]),
    refusals: { admitted: "这笔费用已经确认到账，请勿重复确认" },
    isHidden: true,
  },
  fail: {
    name: "驳回凭证",
    by: CONFIRM,
    moves: { paying: ["toPay", "cancelled"] },
    isHidden: true,
  },
  cancel: {
    name: "取消报名",
    by: ["owner", ...EDIT],
    moves: {
      ...from(["review", "waiting"], ["cancelled"]),
      ...from(["toPay", "admitted"], ["cancelled", "refund"]),
    },
    refusals: {
      paying: "您已提交缴费凭证，请等待财务确认后再取消",
      present: "已经签到，不能取消报名",
    },
  },
  place: {
    name: "安排座位",
    by: EDIT,
    moves: staying(["admitted", "present"]),
    isHidden: true,
  },
  checkIn: {
    name: "签到",
    by: DOOR,
    moves: from(["admitted", "absent"], ["present"]),
    refusals: {
      toPay: "尚未缴费，请先到报到处办理",
      paying: "缴费尚未确认，请先到报到处办理",
      waiting: "尚在候补，请先到报到处办理",
    },
  },
  arrive: {
    name: "自助签到",
    by: ["owner"],
    // Of an activity that was over and goes on.
    moves: from(["admitted", "absent"], ["present"]),
    isHidden: true,
  },
  undoCheckIn: { name: "撤销签到", by: DOOR, moves: { present: ["admitted"] } },
  callOff: {
    name: "活动取消",
    by: ["activity:activity:publish"],
    moves: {
      ...from(["review", "waiting"], ["cancelled"]),
      ...from(["toPay", "admitted"], ["cancelled", "refund"]),
      present: ["cancelled", "refund"],
    },
    isHidden: true,
  },
  offer: { name: "递补名额", by: ["clock"], moves: staying(["waiting"]) },
  lapse: {
    name: "逾期关闭",
    by: ["clock"],
    // A part of the money may have come in: it goes back.
    moves: { waiting: ["cancelled"], toPay: ["cancelled", "refund"] },
  },
  remindPay: { name: "提醒缴费", by: ["clock"], moves: staying(["toPay"]) },
  complete: { name: "完成", by: ["clock"], moves: { present: ["done"] } },
  miss: { name: "缺席", by: ["clock"], moves: { admitted: ["absent"] } },
  remind: { name: "发送提醒", by: ["clock"], moves: staying(["admitted"]) },
} as const satisfies Record<string, StepFacts<EntryState>>;

type EntryStep = keyof typeof STEPS;

export type EntryClock = "offer" | "lapse" | "complete" | "miss" | "remind" | "remindPay";

export type EntryVerb = Exclude<EntryStep, EntryClock>;

/** The life of one person's place in an activity: product 4.7, decision 51. */
export const ENTRY_LIFE = {
  subject: "activity_entry",
  noun: "报名",
  starts: ["review", "toPay", "admitted", "waiting"],
  states: STATES,
  steps: STEPS,
} as const satisfies LifeCycle<EntryState, EntryStep>;

export const entryStateOf = (code: number): EntryState => {
  const found = (Object.entries(ENTRY_CODES) as [EntryState, number][]).find(
    ([, each]) => each === code,
  );
  if (!found) throw new Error(`no state of an entry has the code ${code}`);
  return found[0];
};

/** As people read a state. */
export const entryStateName = (code: number): string => STATES[entryStateOf(code)].name;

const CLOCK: readonly string[] = ["offer", "lapse", "complete", "miss", "remind", "remindPay"];

/** The steps of people that have buttons in a state, by the state's code. */
export const entryStepsFrom = (code: number): EntryVerb[] =>
  stepsIn<EntryState, EntryStep>(ENTRY_LIFE, entryStateOf(code)).filter(
    (step): step is EntryVerb => !CLOCK.includes(step),
  );
