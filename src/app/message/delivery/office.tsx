import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { CHANNEL_NAMES } from "#src/lib/message/channels.ts";
import { EVENTS } from "#src/lib/message/events.ts";
import { call } from "#src/office/calls/http.ts";
import { ask, notify } from "#src/office/calls/notify.ts";
import { tellChange } from "#src/office/calls/queries.ts";
import { Mark } from "#src/office/form/dict.tsx";
import { CrudPage } from "#src/office/list/crud-page.tsx";
import type { Column, Entity, Filter } from "#src/office/list/crud-types.ts";
import { Fact, LongText, RecordDrawer } from "#src/office/list/record-drawer.tsx";
import type { DeliveryRow, DeliveryState } from "./wire.ts";
import "#src/office/form/desk-parts.css";

const PATH = "/api/bll/message/delivery";

const ENTITY: Entity<DeliveryRow> = {
  noun: "发送记录",
  path: PATH,
  permi: "system:delivery",
  id: "id",
  name: "eventName",
  nameOf: (row) => `${row.eventName} ${row.receiver}`,
  unit: "条",
  isUnexported: true,
  isKept: () => true,
};

const STATES = {
  waiting: { dictLabel: "等待发送", listClass: "primary", cssClass: "" },
  sent: { dictLabel: "已发送", listClass: "success", cssClass: "" },
  failed: { dictLabel: "发送失败", listClass: "danger", cssClass: "" },
  dropped: { dictLabel: "未发送", listClass: "info", cssClass: "" },
} as const;
const stateOf = (state: string) => STATES[state as keyof typeof STATES] ?? STATES.dropped;
const channelOf = (channel: string) => (channel === "sms" ? CHANNEL_NAMES.sms : CHANNEL_NAMES.mail);

const FILTERS: Filter[] = [
  {
    kind: "choice",
    name: "channel",
    label: "渠道",
    options: (["sms", "mail"] as const).map((value) => ({ value, label: CHANNEL_NAMES[value] })),
  },
  {
    kind: "choice",
    name: "state",
    label: "状态",
    options: Object.entries(STATES).map(([value, { dictLabel }]) => ({ value, label: dictLabel })),
  },
  {
    kind: "choice",
    name: "event",
    label: "通知",
    options: Object.entries(EVENTS).map(([value, { name }]) => ({ value, label: name })),
  },
  { kind: "range", name: "Time", label: "时间" },
];

const COLUMNS: Column<DeliveryRow>[] = [
  { key: "createTime", title: "时间", width: 170 },
  { key: "eventName", title: "通知", width: 160 },
  { key: "channel", title: "渠道", width: 80, render: (row) => channelOf(row.channel) },
  { key: "receiver", title: "收件人", width: 170, render: (row) => row.receiver || "—" },
  { key: "content", title: "内容" },
  { key: "state", title: "状态", width: 110, render: (row) => <Mark entry={stateOf(row.state)} /> },
  { key: "answer", title: "服务商的回答", width: 180, render: (row) => row.answer || "—" },
  { key: "tries", title: "次数", width: 70, isNumber: true, isExtra: true },
];

async function act(verb: "retry" | "drop", rows: readonly DeliveryRow[]): Promise<void> {
  const chosen = rows.filter((row) =>
    verb === "retry" ? row.mayRetry : ["waiting", "failed"].includes(row.state),
  );
  if (chosen.length === 0) {
    notify.warning(verb === "retry" ? "选中的记录都不能重新发送" : "选中的记录都已办结");
    return;
  }
  if (verb === "drop") {
    const isSure = await ask({
      title: `不再发送这 ${chosen.length} 条？`,
      text: "收件人和内容将从记录中清除，以后不能再发送。站内消息不受影响。",
      ok: "不再发送",
      isDanger: true,
    });
    if (!isSure) return;
  }
  try {
    const ids = chosen.map(({ id }) => id).join(",");
    const { msg } = await call<{ msg: string }>("PUT", `${PATH}/${verb}/${ids}`);
    notify.success(msg);
  } catch {
    // The refusal is on the screen already.
  }
  await tellChange([PATH]);
}

const RETRY = { key: "retry", label: "重新发送", permi: "system:delivery:retry" } as const;
const DROP = { key: "drop", label: "不再发送", permi: "system:delivery:drop" } as const;

/** 发送记录 (menu row 2402): short messages and letters, with what became of them. */
export default function Deliveries() {
  const [read, setRead] = useState<DeliveryRow>();
  return (
    <div className="dp-stack">
      <Figures />
      <CrudPage
        entity={ENTITY}
        title="发送记录"
        filters={FILTERS}
        columns={COLUMNS}
        form={{ read: setRead }}
        rowActions={(row, regular) => [
          ...regular,
          ...(row.mayRetry
            ? [{ ...RETRY, run: (each: DeliveryRow) => void act("retry", [each]) }]
            : []),
          ...(row.state === "waiting" || row.state === "failed"
            ? [{ ...DROP, isDanger: true, run: (each: DeliveryRow) => void act("drop", [each]) }]
            : []),
        ]}
        bulkActions={[
          { ...RETRY, run: (rows) => void act("retry", rows) },
          { ...DROP, run: (rows) => void act("drop", rows) },
        ]}
      />
      {read && <Detail row={read} onClose={() => setRead(undefined)} />}
    </div>
  );
}

/** How much was sent, and whether anything holds the rest back. */
function Figures() {
  const { data } = useQuery({
    queryKey: [PATH, "state"],
    queryFn: ({ signal }) => call<{ data: DeliveryState }>("GET", `${PATH}/state`, { signal }),
  });
  if (!data) return null;
  const { usedSms, budget, waiting, failed, quietHours, isQuiet } = data.data;
  return (
    <section className="o-block dp-tools dp-above" aria-label="发送情况">
      <dl className="dp-facts">
        <div>
          <dt>24 小时内短信（含验证码）</dt>
          <dd>
            {usedSms.toLocaleString("zh-CN")} / {budget.toLocaleString("zh-CN")} 条
          </dd>
        </div>
        <div>
          <dt>等待发送</dt>
          <dd>{waiting.toLocaleString("zh-CN")}</dd>
        </div>
        <div>
          <dt>发送失败</dt>
          <dd>{failed.toLocaleString("zh-CN")}</dd>
        </div>
        <div>
          <dt>短信免打扰</dt>
          <dd>{quietHours ? `${quietHours}${isQuiet ? "，正在免打扰" : ""}` : "未设置"}</dd>
        </div>
      </dl>
    </section>
  );
}

function Detail({ row, onClose }: { row: DeliveryRow; onClose: () => void }) {
  return (
    <RecordDrawer title={`发送记录 ${row.id}`} onClose={onClose}>
      <Fact title="通知">{row.eventName}</Fact>
      <Fact title="渠道">{channelOf(row.channel)}</Fact>
      <Fact title="收件人">{row.receiver || "—"}</Fact>
      <Fact title="状态">
        <Mark entry={stateOf(row.state)} />
      </Fact>
      <Fact title="创建时间">{row.createTime}</Fact>
      <Fact title="最近一次发送">{row.triedTime ?? "—"}</Fact>
      <Fact title={row.state === "waiting" ? "下次发送" : "办结时间"}>
        {row.nextTryTime ?? row.doneTime ?? "—"}
      </Fact>
      <Fact title="已试次数">
        {row.tries} 次{row.channel === "sms" ? `，每次按 ${row.parts} 条计费` : ""}
      </Fact>
      {row.title && (
        <Fact title="标题" isWide>
          {row.title}
        </Fact>
      )}
      <Fact title="内容（姓名已打码）" isWide>
        <LongText text={row.content} />
      </Fact>
      <Fact title="服务商的回答" isWide>
        {row.answer || "—"}
      </Fact>
    </RecordDrawer>
  );
}
