import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { CHANNEL_NAMES } from "#src/lib/message/channels.ts";
import { useCan } from "#src/office/account/can.tsx";
import { call } from "#src/office/calls/http.ts";
import { PlainTable } from "#src/office/figures/plain-table.tsx";
import { Mark } from "#src/office/form/dict.tsx";
import { Failure } from "#src/office/shell/card.tsx";
import { PageSkeleton } from "#src/office/shell/skeleton.tsx";
import { TemplateDrawer } from "./template-drawer.tsx";
import type { TemplateRow } from "./wire.ts";
import "#src/office/figures/figures.css";
import "#src/office/form/desk-parts.css";
import "#src/office/list/parts.css";
import "./template.css";

const PATH = "/api/bll/message/template";

const ON = { dictLabel: "发送", listClass: "success", cssClass: "" } as const;
const OFF = { dictLabel: "不发送", listClass: "info", cssClass: "" } as const;

/** Whether a channel is on, and whether its words are staff's own. */
const Sent = ({ row, channel }: { row: TemplateRow; channel: "site" | "sms" | "mail" }) => {
  const isOn = channel === "site" || (channel === "sms" ? row.smsIsOn : row.mailIsOn);
  return (
    <span className="mt-sent">
      <Mark entry={isOn ? ON : OFF} />
      {row.changed.includes(channel) && <span className="o-note">已改文字</span>}
    </span>
  );
};

/** 消息模板 (menu row 2401): each event with its channels and texts. */
export default function Templates() {
  const [edited, setEdited] = useState<TemplateRow>();
  const mayEdit = useCan().permi(["system:message:edit"]);
  const { data, error, refetch } = useQuery({
    queryKey: [PATH, "list"],
    queryFn: ({ signal }) =>
      call<{ data: { society: string; rows: TemplateRow[] } }>("GET", `${PATH}/list`, {
        signal,
        isQuiet: true,
      }),
    meta: { isQuiet: true },
  });
  return (
    <div className="mt">
      <h1 className="o-hidden">消息模板</h1>
      <section className="o-block dp-above mt-page" aria-label="消息模板">
        <p className="o-note mt-intro">
          会员办理业务时，系统在这些时候通知本人。站内消息始终发送；短信和邮件可以按通知开关，文字都可以改。
        </p>
        {error && !data && <Failure error={error} onRetry={() => void refetch()} />}
        {!data && !error && <PageSkeleton />}
        <h2 className="o-hidden">各项通知</h2>
        {data && (
          <PlainTable
            label="消息模板"
            rows={data.data.rows}
            keyOf={({ event }) => event}
            empty=""
            columns={[
              { key: "name", title: "通知", render: (row) => <b>{row.name}</b> },
              { key: "when", title: "发送时机", isWide: true, render: (row) => row.when },
              ...(["site", "sms", "mail"] as const).map((channel) => ({
                key: channel,
                title: CHANNEL_NAMES[channel],
                render: (row: TemplateRow) => <Sent row={row} channel={channel} />,
              })),
              {
                key: "update",
                title: "最近修改",
                render: (row) => (row.updateBy ? `${row.updateBy} ${row.updateTime}` : "—"),
              },
              {
                key: "act",
                title: "",
                render: (row) => (
                  <button
                    type="button"
                    className="o-link"
                    aria-label={`${mayEdit ? "编辑" : "查看"}「${row.name}」`}
                    onClick={() => setEdited(row)}
                  >
                    {mayEdit ? "编辑" : "查看"}
                  </button>
                ),
              },
            ]}
          />
        )}
      </section>
      {edited && data && (
        <TemplateDrawer
          key={edited.event}
          row={edited}
          society={data.data.society}
          onClose={() => setEdited(undefined)}
        />
      )}
    </div>
  );
}
