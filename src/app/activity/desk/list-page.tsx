import { useState } from "react";
import { ACTIVITY_CODES } from "#src/lib/activity/activity-life.ts";
import { MODES, TYPES } from "#src/lib/activity/words.ts";
import { call } from "#src/office/calls/http.ts";
import { ask, notify } from "#src/office/calls/notify.ts";
import { Mark } from "#src/office/form/dict.tsx";
import { CrudPage } from "#src/office/list/crud-page.tsx";
import type { Column, Entity, Filter, RowAction } from "#src/office/list/crud-types.ts";
import { openPath } from "#src/office/tabs/workspace.ts";
import { DESK, EDIT_PATH, step, tellDesk } from "./calls.ts";
import { type Asked, OpinionDrawer } from "./opinion-drawer.tsx";
import { STATE_NAMES } from "./sheet.ts";
import type { DeskRow } from "./wire.ts";

const { draft, review, published, closed } = ACTIVITY_CODES;

const ENTITY: Entity<DeskRow> = {
  noun: "活动",
  path: DESK,
  permi: "activity:activity",
  id: "id",
  name: "title",
  unit: "个",
  isKept: ({ state }) => state !== draft,
};

const COLOURS = ["info", "warning", "success", "primary", "info", "danger"];
const stateOf = ({ state }: DeskRow) => ({
  dictLabel: STATE_NAMES[state] ?? "",
  listClass: COLOURS[state] ?? "info",
  cssClass: "",
});

const choices = (names: Readonly<Record<string, string>>) =>
  Object.entries(names).map(([value, label]) => ({ value, label }));

const FILTERS: Filter[] = [
  { kind: "text", name: "title", label: "名称" },
  { kind: "choice", name: "state", label: "状态", options: choices(STATE_NAMES) },
  { kind: "choice", name: "type", label: "类型", options: choices(TYPES) },
  { kind: "choice", name: "mode", label: "方式", options: choices(MODES) },
  { kind: "range", name: "Time", label: "开始时间" },
];

const PRESETS: { key: string; name: string; query: Record<string, string> }[] = [
  { key: "review", name: "待审", query: { state: "1" } },
  { key: "draft", name: "草稿", query: { state: "0" } },
  { key: "shown", name: "进行中", query: { state: "2,3" } },
];

const seats = ({ capacity, taken, waiting }: DeskRow) =>
  `${taken}${capacity > 0 ? ` / ${capacity}` : ""}${waiting > 0 ? `，候补 ${waiting}` : ""}`;

const COLUMNS: Column<DeskRow>[] = [
  { key: "title", title: "活动名称" },
  { key: "state", title: "状态", width: 104, render: (row) => <Mark entry={stateOf(row)} /> },
  { key: "type", title: "类型", width: 72, render: (row) => TYPES[row.type] ?? "" },
  { key: "mode", title: "方式", width: 104, render: (row) => MODES[row.mode] ?? "" },
  { key: "startAt", title: "开始时间", width: 150, render: (row) => row.startAt.slice(0, 16) },
  { key: "signEndAt", title: "报名截止", width: 150, render: (row) => row.signEndAt.slice(0, 16) },
  { key: "taken", title: "名额", width: 140, render: seats },
  { key: "place", title: "地点", width: 160, isExtra: true },
  { key: "endAt", title: "结束时间", width: 150, isExtra: true },
  { key: "createBy", title: "创建人", width: 110, isExtra: true },
];

const EDIT = "activity:activity:edit";
const PUBLISH = "activity:activity:publish";

/** Asks first where a step cannot be taken back unseen. */
const sure =
  (verb: string, title: (row: DeskRow) => string, text: string, ok: string) =>
  async (row: DeskRow) => {
    if (await ask({ title: title(row), text, ok })) {
      await step(verb, { id: row.id, version: row.version });
    }
  };

async function copy(row: DeskRow): Promise<void> {
  try {
    const { data } = await call<{ data: { id: number } }>("POST", `${DESK}/copy`, {
      body: { id: row.id },
    });
    notify.success("已复制为草稿，日期顺延了 52 周，请逐项核对");
    await tellDesk();
    openPath(`${EDIT_PATH}/${data.id}`);
  } catch {
    // The refusal is on the screen already.
  }
}

const action = (
  key: string,
  label: string,
  permi: RowAction<DeskRow>["permi"],
  run: (row: DeskRow) => void,
): RowAction<DeskRow> => ({ key, label, permi, run });

const SUBMIT = action(
  "submit",
  "送审",
  EDIT,
  (row) =>
    void sure(
      "submit",
      ({ title }) => `把「${title}」提交审核？`,
      "审核期间不能修改。",
      "提交审核",
    )(row),
);
const WITHDRAW = action(
  "withdraw",
  "撤回",
  EDIT,
  (row) => void step("withdraw", { id: row.id, version: row.version }),
);
const PUBLISH_IT = action(
  "publish",
  "发布",
  PUBLISH,
  (row) =>
    void sure(
      "publish",
      ({ title }) => `发布「${title}」？`,
      "发布后访客可以看到并报名。",
      "发布",
    )(row),
);
const CLOSE = action(
  "close",
  "停止报名",
  PUBLISH,
  (row) =>
    void sure(
      "close",
      ({ title }) => `停止「${title}」的报名？`,
      "已经报名的不受影响，可以恢复。",
      "停止报名",
    )(row),
);
const REOPEN = action(
  "reopen",
  "恢复报名",
  PUBLISH,
  (row) => void step("reopen", { id: row.id, version: row.version }),
);
const COPY = action("copy", "复制", "activity:activity:add", (row) => void copy(row));
const ENTRIES = action("entries", "报名名单", "activity:entry:list", (row) =>
  openPath(`/activities/entry?activityId=${row.id}`),
);

/** The list of activities, from draft to over. */
export default function ListPage() {
  const [asked, setAsked] = useState<Asked>();
  const SEND_BACK = action("sendBack", "退回", PUBLISH, (row) =>
    setAsked({ verb: "sendBack", row }),
  );
  const CANCEL: RowAction<DeskRow> = {
    ...action("cancel", "取消活动", PUBLISH, (row) => setAsked({ verb: "cancel", row })),
    isDanger: true,
  };
  const actionsOf = ({ state }: DeskRow): RowAction<DeskRow>[] => {
    if (state === draft) return [SUBMIT, PUBLISH_IT];
    if (state === review) return [PUBLISH_IT, SEND_BACK, WITHDRAW];
    if (state === published) return [ENTRIES, CLOSE, CANCEL];
    return state === closed ? [ENTRIES, REOPEN, CANCEL] : [ENTRIES];
  };
  const open = (row: DeskRow | undefined) =>
    openPath(row ? `${EDIT_PATH}/${row.id}` : `${EDIT_PATH}/new`);
  return (
    <>
      <CrudPage
        entity={ENTITY}
        title="活动管理"
        filters={FILTERS}
        columns={COLUMNS}
        form={{ open }}
        rowActions={(row, regular) => [
          ...regular.slice(0, 1),
          ...actionsOf(row),
          COPY,
          ...regular.slice(1),
        ]}
        saved={{ page: "activity/desk/index", presets: PRESETS }}
      />
      {asked && <OpinionDrawer asked={asked} onClose={() => setAsked(undefined)} />}
    </>
  );
}
