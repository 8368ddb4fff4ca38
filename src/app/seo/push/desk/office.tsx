import { useQuery } from "@tanstack/react-query";
import { Alert, Segmented } from "antd";
import { useState } from "react";
import { call } from "#src/office/calls/http.ts";
import { notify } from "#src/office/calls/notify.ts";
import { tellChange } from "#src/office/calls/queries.ts";
import { AddressText } from "#src/office/form/address-text.tsx";
import { Mark } from "#src/office/form/dict.tsx";
import { CrudPage } from "#src/office/list/crud-page.tsx";
import type { Column, Entity, Filter } from "#src/office/list/crud-types.ts";
import "#src/office/form/desk-parts.css";

type Row = {
  id: number;
  articleId: number | null;
  articleName: string;
  url: string;
  state: "waiting" | "ok" | "failed";
  answer: string;
  remain: number | null;
  createTime: string;
};

type State = {
  isOn: boolean;
  hasToken: boolean;
  waiting: number;
  remain: number | null;
  site: string;
};

const PATH = "/api/bll/seo/push/desk";

const ENTITY: Entity<Row> = {
  noun: "推送记录",
  path: PATH,
  permi: "content:push",
  id: "id",
  name: "articleName",
  nameOf: (row) => row.articleName || row.url,
  unit: "条",
  isUnexported: true,
};

const FILTERS: Filter[] = [{ kind: "text", name: "url", label: "地址" }];

const STATES = {
  waiting: { dictLabel: "等待推送", listClass: "primary", cssClass: "" },
  ok: { dictLabel: "已接收", listClass: "success", cssClass: "" },
  failed: { dictLabel: "未成功", listClass: "danger", cssClass: "" },
} as const;

const COLUMNS: Column<Row>[] = [
  { key: "createTime", title: "时间", width: 170 },
  { key: "articleName", title: "文章", render: (row) => row.articleName || "—" },
  { key: "url", title: "地址", render: (row) => <AddressText href={row.url} /> },
  { key: "state", title: "结果", width: 110, render: (row) => <Mark entry={STATES[row.state]} /> },
  { key: "answer", title: "百度的回答", render: (row) => row.answer || "—" },
  {
    key: "remain",
    title: "剩余配额",
    width: 100,
    isNumber: true,
    render: (row) => row.remain?.toLocaleString("zh-CN") ?? "—",
  },
];

async function retry(rows: readonly Row[]): Promise<void> {
  const ids = rows.filter(({ state }) => state === "failed").map(({ id }) => id);
  if (ids.length === 0) {
    notify.warning("选中的记录都不需要再次推送");
    return;
  }
  try {
    const { msg } = await call<{ msg: string }>("PUT", `${PATH}/retry/${ids.join(",")}`);
    notify.success(msg);
  } catch {
    // The refusal is on the screen already.
  }
  await tellChange([PATH]);
}

const NO_ROWS: Record<string, string> = {};

/** 搜索引擎推送 (menu row 2012): the addresses sent to the search engine, and its answers. */
export default function PushDesk() {
  const [state, setState] = useState("");
  return (
    <div className="dp-stack">
      <PushState />
      <CrudPage
        entity={ENTITY}
        title="搜索引擎推送"
        filters={FILTERS}
        columns={COLUMNS}
        fixed={state ? { state } : NO_ROWS}
        form={{ read: undefined }}
        rowActions={(row) =>
          row.state === "failed"
            ? [
                {
                  key: "retry",
                  label: "再次推送",
                  permi: "content:push:run",
                  run: (each) => void retry([each]),
                },
              ]
            : []
        }
        bulkActions={[
          {
            key: "retry",
            label: "再次推送",
            permi: "content:push:run",
            run: (rows) => void retry(rows),
          },
        ]}
        actions={
          <Segmented
            aria-label="结果"
            value={state}
            options={[
              { value: "", label: "全部" },
              { value: "waiting", label: "等待" },
              { value: "ok", label: "已接收" },
              { value: "failed", label: "未成功" },
            ]}
            onChange={setState}
          />
        }
      />
    </div>
  );
}

/** Whether anything is sent at all, said before the log. */
function PushState() {
  const { data } = useQuery({
    queryKey: [PATH, "state"],
    queryFn: ({ signal }) => call<{ data: State }>("GET", `${PATH}/state`, { signal }),
  });
  if (!data) return null;
  const { isOn, hasToken, waiting, remain, site } = data.data;
  return (
    <section className="o-block dp-tools dp-above" aria-label="推送状态">
      {isOn && hasToken ? (
        <dl className="dp-facts">
          <div>
            <dt>推送</dt>
            <dd>已开启</dd>
          </div>
          <div>
            <dt>网站地址</dt>
            <dd>{site}</dd>
          </div>
          <div>
            <dt>等待推送</dt>
            <dd>{waiting}</dd>
          </div>
          <div>
            <dt>今天剩余配额</dt>
            <dd>{remain?.toLocaleString("zh-CN") ?? "—"}</dd>
          </div>
        </dl>
      ) : (
        <Alert
          type="info"
          showIcon
          title={
            isOn
              ? "推送已开启，但没有填写密钥，不会发送任何内容"
              : "推送已关闭，不会向外发送任何内容"
          }
          description="在“内容管理—网站设置—百度推送”中填写密钥并开启后，新发布的公开文章会在十分钟内把地址告诉百度（data.zz.baidu.com）。"
        />
      )}
    </section>
  );
}
