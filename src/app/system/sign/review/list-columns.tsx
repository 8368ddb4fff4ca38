import { KIND_NAMES, TYPE_NAMES } from "#src/lib/membership/fees.ts";
import { SIGN_LIFE, type SignState, STATE_CODES } from "#src/lib/membership/sign-life.ts";
import { shortTime } from "#src/lib/short-time.ts";
import type { Column, Filter } from "#src/office/list/crud-types.ts";
import { ShellLink } from "#src/office/menu/shell-link.tsx";
import type { Counts, Levels, QueueRow } from "../wire.ts";
import { applicationPath } from "./calls.ts";
import { DueMark, StateMark } from "./state-mark.tsx";

/** Fields in sight; the others are folded. */
export const IN_ROW = 5;

const choices = (words: Readonly<Record<string, string>>) =>
  Object.entries(words).map(([value, label]) => ({ value, label }));

const STATE_CHOICES = (Object.entries(STATE_CODES) as [SignState, number][])
  .filter(([name]) => name !== "draft")
  .map(([name, code]) => ({ value: String(code), label: SIGN_LIFE.states[name].name }));

/** The filter row of the queue. */
export const filtersOf = (levels: Levels): readonly Filter[] => [
  { kind: "text", name: "keyword", label: "关键词", hint: "名称、申请号、参考码、信用代码" },
  { kind: "choice", name: "memberType", label: "类别", options: choices(TYPE_NAMES) },
  { kind: "choice", name: "kind", label: "性质", options: choices(KIND_NAMES) },
  { kind: "choice", name: "state", label: "状态", options: STATE_CHOICES },
  { kind: "range", name: "Time", label: "提交时间" },
  {
    kind: "choice",
    name: "levelId",
    label: "级别",
    options: levels.map(({ id, levelName }) => ({ value: String(id), label: levelName })),
  },
];

const { checking, council, waitPay, payReview, done } = STATE_CODES;

const CHIPS: readonly { key: string; name: string; state?: number; memberType?: string }[] = [
  { key: "persons", name: "待审核·个人", state: checking, memberType: "01" },
  { key: "units", name: "待审核·单位", state: checking, memberType: "02" },
  { key: "council", name: "待理事会审议", state: council },
  { key: "waitPay", name: "待缴费", state: waitPay },
  { key: "payReview", name: "待财务确认", state: payReview },
  { key: "done", name: "已办结", state: done },
  { key: "all", name: "全部" },
];

/** The ready-made filters with their numbers; none while these are not there. */
export const presetsOf = (counts: Counts | undefined) =>
  CHIPS.map(({ key, name, state, memberType }) => ({
    key,
    name,
    query: {
      ...(state === undefined ? {} : { state: String(state) }),
      ...(memberType ? { memberType } : {}),
    },
    ...sumOf(
      counts?.filter(
        (each) =>
          (state === undefined || each.state === state) &&
          (!memberType || each.memberType === memberType),
      ),
    ),
  }));

const sumOf = (counts: Counts | undefined) => ({
  count: counts?.reduce((sum, { count }) => sum + count, 0),
  isMore: counts?.some(({ isMore }) => isMore),
});

/** 单位 · 新入会. */
export const kindText = ({ memberType, kind }: Pick<QueueRow, "memberType" | "kind">): string =>
  `${TYPE_NAMES[memberType]} · ${KIND_NAMES[kind]}`;

const levelText = ({ levelName, years }: QueueRow): string => `${levelName} · ${years} 年`;

export const COLUMNS: readonly Column<QueueRow>[] = [
  {
    key: "name",
    title: "名称",
    isSortable: true,
    render: (row) => (
      <ShellLink className="sr-name" to={applicationPath(row.id)} title={row.name}>
        {row.name}
      </ShellLink>
    ),
  },
  { key: "applyNo", title: "申请号", width: 118 },
  { key: "kind", title: "类别·性质", width: 112, render: kindText },
  { key: "levelName", title: "级别·年限", width: 144, render: levelText },
  { key: "regionName", title: "地区", width: 158, render: (row) => row.regionName || "—" },
  { key: "state", title: "状态", width: 116, render: (row) => <StateMark state={row.state} /> },
  {
    key: "submittedAt",
    title: "提交时间",
    width: 112,
    isSortable: true,
    render: ({ submittedAt }) => (submittedAt ? shortTime(submittedAt) : "—"),
  },
  { key: "dueAt", title: "时限", width: 130, render: (row) => <DueMark {...row} /> },
  { key: "dueAmount", title: "应缴", width: 96, isNumber: true, isExtra: true },
  { key: "reference", title: "参考码", width: 100, isExtra: true },
  { key: "branchName", title: "分支机构", width: 120, isExtra: true },
];

/** State, kind, level and time in a few words, on a card. */
export const CardFacts = ({ row }: { row: QueueRow }) => (
  <p className="sr-facts">
    <StateMark state={row.state} />
    <span>{kindText(row)}</span>
    <span>{levelText(row)}</span>
    <span>{row.applyNo}</span>
    <DueMark {...row} />
  </p>
);
