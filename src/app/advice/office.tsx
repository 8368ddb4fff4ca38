import { useState } from "react";
import { nameOfAdviceState } from "#src/lib/advice/advice-life.ts";
import { TOPICS } from "#src/lib/advice/form.ts";
import { call } from "#src/office/calls/http.ts";
import { ask, notify } from "#src/office/calls/notify.ts";
import { DictKind, Mark } from "#src/office/form/dict.tsx";
import { CrudPage } from "#src/office/list/crud-page.tsx";
import type { Column, Entity, Filter, RowAction } from "#src/office/list/crud-types.ts";
import { AdviceDrawer } from "./advice-drawer.tsx";
import { AnswerDrawer, CloseDrawer, HandOnDrawer, PATH, tellAdvice } from "./drawers.tsx";
import type { AdviceRow } from "./wire.ts";

const ENTITY: Entity<AdviceRow> = {
  noun: "咨询",
  path: PATH,
  permi: "content:advice",
  id: "id",
  name: "adviceNo",
  nameOf: (row) => `${row.adviceNo} ${row.name}`,
  unit: "条",
  isUnexported: true,
  isKept: () => true,
};

const COLOURS: Readonly<Record<string, string>> = {
  new: "warning",
  taken: "primary",
  answered: "success",
  closed: "info",
};
const stateOf = ({ state }: AdviceRow) => ({
  dictLabel: nameOfAdviceState(state),
  listClass: COLOURS[state] ?? "info",
  cssClass: "",
});

const FILTERS: Filter[] = [
  { kind: "text", name: "keyword", label: "查找", hint: "编号、称呼或内容" },
  {
    kind: "choice",
    name: "state",
    label: "状态",
    options: Object.keys(COLOURS).map((value) => ({ value, label: nameOfAdviceState(value) })),
  },
  { kind: "dict", name: "topic", label: "主题", dict: TOPICS },
  {
    kind: "choice",
    name: "isUrgent",
    label: "紧急",
    options: [{ value: "1", label: "只看紧急" }],
  },
  {
    kind: "choice",
    name: "isMine",
    label: "办理人",
    options: [{ value: "1", label: "我办理的" }],
  },
  { kind: "range", name: "Time", label: "提交时间" },
];

const PRESETS: { key: string; name: string; query: Record<string, string> }[] = [
  { key: "new", name: "待受理", query: { state: "new" } },
  { key: "mine", name: "我在办的", query: { state: "taken", isMine: "1" } },
  { key: "urgent", name: "紧急", query: { isUrgent: "1" } },
];

const URGENT = { dictLabel: "紧急", listClass: "danger", cssClass: "" };
const LATE = { dictLabel: "已超时", listClass: "danger", cssClass: "" };

const COLUMNS: Column<AdviceRow>[] = [
  { key: "adviceNo", title: "编号", width: 136 },
  { key: "state", title: "状态", width: 96, render: (row) => <Mark entry={stateOf(row)} /> },
  {
    key: "isUrgent",
    title: "提示",
    width: 88,
    render: (row) =>
      row.isUrgent ? <Mark entry={URGENT} /> : row.isLate ? <Mark entry={LATE} /> : "",
  },
  { key: "name", title: "称呼", width: 120 },
  {
    key: "topic",
    title: "主题",
    width: 120,
    render: (row) => <DictKind type={TOPICS} value={row.topic} />,
  },
  { key: "content", title: "内容" },
  { key: "handler", title: "办理人", width: 110, render: (row) => row.handler || "—" },
  { key: "createTime", title: "提交时间", width: 164 },
  { key: "dueAt", title: "应答复时间", width: 164 },
  { key: "phone", title: "手机号", width: 130, isExtra: true },
  { key: "answeredAt", title: "答复时间", width: 164, isExtra: true },
];

const ANSWER = "content:advice:answer";

async function putBack(row: AdviceRow): Promise<void> {
  const isSure = await ask({
    title: `把咨询「${row.adviceNo}」退回待受理？`,
    text: "退回后其他同事可以受理。",
    ok: "退回",
  });
  if (isSure) await act("putBack", row);
}

async function act(step: string, { id, version }: AdviceRow): Promise<void> {
  try {
    const { msg } = await call<{ msg: string }>("PUT", `${PATH}/${step}`, {
      body: { id, version },
    });
    notify.success(msg);
  } catch {
    // The refusal is on the screen already.
  }
  await tellAdvice();
}

type Opened = { what: "read" | "answer" | "handOn" | "close"; row: AdviceRow };

/** 咨询管理 (menu row 2611): what visitors asked, taken, answered, handed on and closed. */
export default function AdvicePage() {
  const [opened, setOpened] = useState<Opened>();
  const open = (what: Opened["what"]) => (row: AdviceRow) => setOpened({ what, row });
  const close = () => setOpened(undefined);
  const TAKE: RowAction<AdviceRow> = {
    key: "take",
    label: "受理",
    permi: ANSWER,
    run: (row) => void act("take", row),
  };
  const REPLY: RowAction<AdviceRow> = {
    key: "answer",
    label: "答复",
    permi: ANSWER,
    run: open("answer"),
  };
  const HAND_ON: RowAction<AdviceRow> = {
    key: "handOn",
    label: "转办",
    permi: ANSWER,
    run: open("handOn"),
  };
  const PUT_BACK: RowAction<AdviceRow> = {
    key: "putBack",
    label: "退回待受理",
    permi: ANSWER,
    run: (row) => void putBack(row),
  };
  const CLOSE: RowAction<AdviceRow> = {
    key: "close",
    label: "关闭",
    permi: "content:advice:close",
    run: open("close"),
    isDanger: true,
  };
  const actionsOf = ({ state, isMine }: AdviceRow): RowAction<AdviceRow>[] => {
    if (state === "new") return [TAKE, HAND_ON, CLOSE];
    if (state === "taken") return isMine ? [REPLY, HAND_ON, PUT_BACK, CLOSE] : [HAND_ON, CLOSE];
    return state === "answered"
      ? [...(isMine ? [{ ...REPLY, label: "修改答复" }] : []), CLOSE]
      : [];
  };
  return (
    <>
      <CrudPage
        entity={ENTITY}
        title="咨询管理"
        filters={FILTERS}
        columns={COLUMNS}
        form={{ read: open("read") }}
        rowActions={(row, regular) => [...actionsOf(row), ...regular]}
        saved={{ page: "advice/index", presets: PRESETS }}
        emptyHint="有人在“咨询服务”页提交后会显示在这里。"
      />
      {opened?.what === "read" && <AdviceDrawer id={opened.row.id} onClose={close} />}
      {opened?.what === "answer" && <AnswerDrawer row={opened.row} onClose={close} />}
      {opened?.what === "handOn" && <HandOnDrawer row={opened.row} onClose={close} />}
      {opened?.what === "close" && <CloseDrawer row={opened.row} onClose={close} />}
    </>
  );
}
