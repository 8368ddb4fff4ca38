import { PlusOutlined, PrinterOutlined } from "@ant-design/icons";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ENTRY_CODES, OPEN_ENTRIES } from "#src/lib/activity/entry-life.ts";
import { useCan } from "#src/office/account/can.tsx";
import { call } from "#src/office/calls/http.ts";
import { ask, notify } from "#src/office/calls/notify.ts";
import { tellChange } from "#src/office/calls/queries.ts";
import { Mark } from "#src/office/form/dict.tsx";
import { type Refused, RefusedDialog } from "#src/office/layers/refused-dialog.tsx";
import { BarButton } from "#src/office/list/bar-button.tsx";
import { CrudPage } from "#src/office/list/crud-page.tsx";
import type { Column, Entity, Filter, RowAction } from "#src/office/list/crud-types.ts";
import { DoorLink } from "./door-link.tsx";
import { EnterDrawer, ReasonDrawer, type Reasoned, SeatDrawer } from "./drawers.tsx";
import { PrintDrawer } from "./print-drawer.tsx";
import { ENTRY_NAMES, SOURCES } from "./sheet.ts";
import type { ActivityChoice, EntryOutcome, EntryRow } from "./wire.ts";

const PATH = "/api/activity/entry";

const ENTITY: Entity<EntryRow> = {
  noun: "报名",
  path: PATH,
  permi: "activity:entry",
  id: "id",
  name: "name",
  nameOf: (row) => `${row.name} ${row.title}`,
  unit: "条",
  isKept: () => true,
};

const COLOURS: Readonly<Record<number, string>> = {
  0: "warning",
  1: "warning",
  2: "warning",
  3: "success",
  4: "primary",
  5: "primary",
  6: "info",
  9: "danger",
  10: "danger",
};
const stateOf = ({ state }: EntryRow) => ({
  dictLabel: ENTRY_NAMES[state] ?? "",
  listClass: COLOURS[state] ?? "info",
  cssClass: "",
});

const COLUMNS: Column<EntryRow>[] = [
  { key: "serial", title: "序号", width: 72, isNumber: true },
  { key: "name", title: "姓名", width: 110 },
  { key: "state", title: "状态", width: 112, render: (row) => <Mark entry={stateOf(row)} /> },
  { key: "title", title: "活动" },
  { key: "unit", title: "单位", width: 170 },
  { key: "phone", title: "手机号", width: 124 },
  { key: "seatNo", title: "座位", width: 90, render: (row) => row.seatNo || "—" },
  { key: "amount", title: "费用（元）", width: 104, isNumber: true },
  { key: "createTime", title: "报名时间", width: 164 },
  { key: "checkedInAt", title: "签到时间", width: 164, render: (row) => row.checkedInAt || "—" },
  { key: "post", title: "职务", width: 120, isExtra: true },
  { key: "email", title: "邮箱", width: 170, isExtra: true },
  { key: "priceName", title: "费用名称", width: 120, isExtra: true },
  { key: "source", title: "来源", width: 110, isExtra: true, render: (row) => SOURCES[row.source] },
  { key: "contactName", title: "报名人", width: 110, isExtra: true },
  { key: "remark", title: "备注", width: 180, isExtra: true },
  { key: "opinion", title: "说明", width: 180, isExtra: true },
];

const PRESETS: { key: string; name: string; query: Record<string, string> }[] = [
  { key: "review", name: "待审核", query: { state: "0" } },
  { key: "waiting", name: "候补", query: { state: "6" } },
  { key: "admitted", name: "已录取", query: { state: "3,4,5" } },
  { key: "absent", name: "缺席", query: { state: "10" } },
];

const filtersOf = (activities: readonly ActivityChoice[]): Filter[] => [
  {
    kind: "choice",
    name: "activityId",
    label: "活动",
    options: activities.map(({ id, title, startAt }) => ({
      value: String(id),
      label: `${startAt.slice(0, 10)} ${title}`,
    })),
  },
  {
    kind: "choice",
    name: "state",
    label: "状态",
    options: Object.entries(ENTRY_NAMES).map(([value, label]) => ({ value, label })),
  },
  { kind: "text", name: "keyword", label: "查找", hint: "姓名、单位、手机号或后四位" },
  { kind: "range", name: "Time", label: "报名时间" },
];

const CHECK = "activity:entry:check";
const EDIT = "activity:entry:edit";
const DOOR = "activity:entry:checkIn";
const EXPORT = "activity:entry:export";
const { review, admitted, present, waiting, absent } = ENTRY_CODES;

type Opened =
  | { what: "reason"; of: Reasoned }
  | { what: "seat"; row: EntryRow }
  | { what: "enter" }
  | { what: "print"; rows: readonly EntryRow[] }
  | { what: "refused"; title: string; refused: Refused[] };

/** 报名管理 (menu row 2602): who takes part in one activity or in all of them. */
export default function Entries() {
  const can = useCan();
  const { data } = useQuery({
    queryKey: [PATH, "activities"],
    queryFn: ({ signal }) =>
      call<{ data: ActivityChoice[] }>("GET", `${PATH}/activities`, { signal, isQuiet: true }),
    meta: { isQuiet: true },
  });
  const activities = data?.data ?? [];
  const [opened, setOpened] = useState<Opened>();
  const close = () => setOpened(undefined);

  /** Takes a step with each; those that refuse it are listed with their reasons. */
  const act = async (
    verb: string,
    label: string,
    rows: readonly EntryRow[],
    given: object = {},
  ) => {
    const { data: outcomes } = await call<{ data: EntryOutcome[] }>("PUT", `${PATH}/${verb}`, {
      body: { ids: rows.map(({ id }) => id), ...given },
      isQuiet: true,
    });
    const refused = outcomes
      .filter(({ isDone }) => !isDone)
      .map(({ id, text }) => ({
        id,
        name: rows.find((row) => row.id === id)?.name ?? "",
        reason: text,
      }));
    const done = outcomes.length - refused.length;
    if (done > 0) notify.success(`${label}：${done} 条已办理`);
    setOpened(
      refused.length > 0
        ? { what: "refused", title: `${label}：${refused.length} 条没有办理`, refused }
        : undefined,
    );
    await tellChange([PATH]);
  };
  const sure = async (verb: string, label: string, rows: readonly EntryRow[], text: string) => {
    const first = rows[0]?.name ?? "";
    const who = rows.length === 1 ? `「${first}」` : `选中的 ${rows.length} 位`;
    if (!(await ask({ title: `${label}${who}？`, text, ok: label }))) return;
    try {
      await act(verb, label, rows);
    } catch (failure) {
      notify.error(failure instanceof Error ? failure.message : "没有办理成功，请重试");
    }
  };
  const reason = (verb: Reasoned["verb"], rows: readonly EntryRow[]) =>
    setOpened({ what: "reason", of: { verb, rows } });

  const PASS = {
    key: "pass",
    label: "通过",
    permi: CHECK,
    text: "按提交先后占用名额；名额已满的转入候补，需要缴费的转入待缴费，并逐一通知本人。",
  } as const;
  const actionsOf = ({ state }: EntryRow): RowAction<EntryRow>[] => [
    ...(state === review
      ? [
          {
            key: PASS.key,
            label: PASS.label,
            permi: PASS.permi,
            run: (row: EntryRow) => void sure("pass", "通过", [row], PASS.text),
          },
        ]
      : []),
    ...(state === review || state === waiting
      ? [
          {
            key: "reject",
            label: "不通过",
            permi: CHECK,
            run: (row: EntryRow) => reason("reject", [row]),
          } as const,
        ]
      : []),
    ...(state === admitted || state === absent
      ? [
          {
            key: "checkIn",
            label: "签到",
            permi: DOOR,
            run: (row: EntryRow) => void sure("checkIn", "签到", [row], "签到时间为现在。"),
          } as const,
        ]
      : []),
    ...(state === present
      ? [
          {
            key: "undoCheckIn",
            label: "撤销签到",
            permi: DOOR,
            run: (row: EntryRow) =>
              void sure("undoCheckIn", "撤销签到", [row], "签到时间将清除，可以重新签到。"),
          } as const,
        ]
      : []),
    ...(state === admitted || state === present
      ? [
          {
            key: "place",
            label: "座位",
            permi: EDIT,
            run: (row: EntryRow) => setOpened({ what: "seat", row }),
          } as const,
        ]
      : []),
    ...((OPEN_ENTRIES as readonly number[]).includes(state) && state <= admitted
      ? [
          {
            key: "cancel",
            label: "取消报名",
            permi: EDIT,
            run: (row: EntryRow) => reason("cancel", [row]),
            isDanger: true,
          } as const,
        ]
      : []),
  ];

  return (
    <>
      <CrudPage
        entity={ENTITY}
        title="报名管理"
        filters={filtersOf(activities)}
        columns={COLUMNS}
        form={{ read: undefined }}
        rowActions={actionsOf}
        bulkActions={[
          {
            key: "pass",
            label: "批量通过",
            permi: CHECK,
            run: (rows) => void sure("pass", "通过", rows, PASS.text),
          },
          {
            key: "reject",
            label: "批量不通过",
            permi: CHECK,
            run: (rows) => reason("reject", rows),
          },
          {
            key: "checkIn",
            label: "批量签到",
            permi: DOOR,
            run: (rows) => void sure("checkIn", "签到", rows, "签到时间为现在。"),
          },
          {
            key: "print",
            label: "打印",
            permi: EXPORT,
            run: (rows) => setOpened({ what: "print", rows }),
          },
        ]}
        actions={
          <>
            {can.permi(["activity:entry:add"]) && (
              <BarButton
                icon={<PlusOutlined aria-hidden />}
                label="录入"
                long="录入一位"
                onClick={() => setOpened({ what: "enter" })}
              />
            )}
            {can.permi([EXPORT]) && (
              <BarButton
                icon={<PrinterOutlined aria-hidden />}
                label="打印"
                long="打印签到表、胸牌和标签"
                onClick={() => setOpened({ what: "print", rows: [] })}
              />
            )}
            <DoorLink />
          </>
        }
        saved={{ page: "activity/entry/index", presets: PRESETS }}
        emptyHint="有人报名后会显示在这里。"
      />
      {opened?.what === "reason" && (
        <ReasonDrawer
          of={opened.of}
          onClose={close}
          act={(verb, label, rows, opinion) => act(verb, label, rows, { opinion })}
        />
      )}
      {opened?.what === "seat" && (
        <SeatDrawer
          row={opened.row}
          onClose={close}
          act={(row, seatNo) => act("place", "安排座位", [row], { seatNo })}
        />
      )}
      {opened?.what === "enter" && <EnterDrawer activities={activities} onClose={close} />}
      {opened?.what === "print" && (
        <PrintDrawer
          activities={activities}
          rows={opened.rows}
          mayCheckIn={can.permi([DOOR])}
          onClose={close}
        />
      )}
      {opened?.what === "refused" && (
        <RefusedDialog title={opened.title} refused={opened.refused} onClose={close} />
      )}
    </>
  );
}
