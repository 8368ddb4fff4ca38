import { useQuery } from "@tanstack/react-query";
import { Button, Form, Input, Space } from "antd";
import { useState } from "react";
import { useCan } from "#src/office/account/can.tsx";
import { call, report } from "#src/office/calls/http.ts";
import { ask, notify } from "#src/office/calls/notify.ts";
import { tellChange } from "#src/office/calls/queries.ts";
import { CrudDrawer } from "#src/office/form/crud-drawer.tsx";
import { Mark } from "#src/office/form/dict.tsx";
import { CrudPage } from "#src/office/list/crud-page.tsx";
import type { Column, Entity, Filter, RowAction } from "#src/office/list/crud-types.ts";
import { savePdf, saveZip } from "#src/office/list/export-file.ts";
import { RecordDrawer } from "#src/office/list/record-drawer.tsx";
import type { CertificateBatch, CertificateRow } from "./wire.ts";

const PATH = "/api/declaration/certificate";

const ENTITY: Entity<CertificateRow> = {
  noun: "证书",
  path: PATH,
  permi: "declare:certificate",
  id: "id",
  name: "certNo",
  nameOf: ({ certNo, title }) => `${certNo} ${title}`,
  unit: "份",
  isUnexported: true,
  isKept: () => true,
};

const FILTERS: Filter[] = [
  { kind: "text", name: "keyword", label: "查找", hint: "题目、姓名、证书或申报编号" },
  {
    kind: "choice",
    name: "state",
    label: "状态",
    options: [
      { value: "valid", label: "有效" },
      { value: "revoked", label: "已撤销" },
    ],
  },
];

const VALID = { dictLabel: "有效", listClass: "success", cssClass: "" };
const REVOKED = { dictLabel: "已撤销", listClass: "danger", cssClass: "" };

const COLUMNS: Column<CertificateRow>[] = [
  { key: "certNo", title: "证书编号", width: 116 },
  { key: "kindName", title: "证书", width: 96 },
  { key: "level", title: "等级", width: 80, render: ({ level }) => level || "—" },
  { key: "title", title: "题目" },
  { key: "name", title: "姓名", width: 140 },
  { key: "itemNo", title: "申报编号", width: 116 },
  { key: "issuedOn", title: "发证日期", width: 112 },
  {
    key: "state",
    title: "状态",
    width: 88,
    render: ({ state }) => <Mark entry={state === "valid" ? VALID : REVOKED} />,
  },
  { key: "batchName", title: "批次", width: 200, isExtra: true },
  { key: "revokeReason", title: "撤销原因", isExtra: true },
];

/** 证书与通知 (menu row 2708): certificates of what was declared, by the batch. */
export default function Certificates() {
  const can = useCan();
  const [isIssuing, setIssuing] = useState(false);
  const [revoking, setRevoking] = useState<CertificateRow>();
  const download: RowAction<CertificateRow> = {
    key: "pdf",
    label: "下载",
    permi: "declare:certificate:list",
    run: ({ code, certNo }) => void savePdf(`${PATH}/pdf/${code}`, `证书 ${certNo}`),
  };
  const takeBack: RowAction<CertificateRow> = {
    key: "revoke",
    label: "撤销",
    permi: "declare:certificate:revoke",
    run: setRevoking,
    isDanger: true,
  };
  return (
    <>
      <CrudPage<CertificateRow>
        entity={ENTITY}
        title="证书与通知"
        filters={FILTERS}
        columns={COLUMNS}
        rowActions={({ state }) => (state === "valid" ? [download, takeBack] : [])}
        form={{ read: undefined }}
        actions={
          can.permi(["declare:certificate:add", "declare:certificate:export"]) ? (
            <Button type="primary" onClick={() => setIssuing(true)}>
              按批次制发
            </Button>
          ) : undefined
        }
        emptyHint="有申报立项、获奖或结题后，按批次制发证书。"
      />
      {isIssuing ? <BatchesDrawer onClose={() => setIssuing(false)} /> : null}
      {revoking ? <RevokeDrawer row={revoking} onClose={() => setRevoking(undefined)} /> : null}
    </>
  );
}

/** Letters of those who passed and of those who did not: they go out on different days. */
const LETTERS = [
  { name: "通知书（通过）", states: "7,8,9,10,11", of: "passed" },
  { name: "通知书（未通过）", states: "12", of: "declined" },
] as const;

/** What each batch has to issue, and its papers together. */
function BatchesDrawer({ onClose }: { onClose: () => void }) {
  const can = useCan();
  const { data } = useQuery({
    queryKey: [PATH, "batches"],
    queryFn: () => call<{ data: CertificateBatch[] }>("GET", `${PATH}/batches`),
  });
  const issue = async ({ id, batchName, due }: CertificateBatch) => {
    const isSure = await ask({
      title: `为「${batchName}」制发 ${due} 份证书？`,
      text: "按申报编号的顺序编号，发证日期为今天；申报人可以在“我的申报”下载，任何人可以凭验证码核对。",
      ok: "制发",
    });
    if (!isSure) return;
    try {
      const answer = await call<{ data: { issued: number } }>("POST", `${PATH}/issue`, {
        body: { batchId: id },
        isQuiet: true,
      });
      notify.success(`已制发 ${answer.data.issued} 份证书`);
      await tellChange([PATH]);
    } catch (failure) {
      report(failure);
    }
  };
  return (
    <RecordDrawer title="按批次制发与下载" onClose={onClose}>
      {data?.data.length === 0 ? <p>还没有出结果的申报。</p> : null}
      {data?.data.map((batch) => (
        <div key={batch.id} data-wide>
          <dt>{`${batch.batchName}：已发 ${batch.issued} 份，待发 ${batch.due} 份`}</dt>
          <dd>
            <Space size={8} wrap>
              {can.permi(["declare:certificate:add"]) ? (
                <Button
                  size="small"
                  type="primary"
                  disabled={batch.due === 0}
                  aria-label={`制发「${batch.batchName}」`}
                  onClick={() => void issue(batch)}
                >
                  {`制发 ${batch.due} 份`}
                </Button>
              ) : null}
              {can.permi(["declare:certificate:export"]) ? (
                <Button
                  size="small"
                  disabled={batch.issued === 0}
                  aria-label={`打包证书「${batch.batchName}」`}
                  onClick={() =>
                    void saveZip(`${PATH}/batch`, { batchId: String(batch.id) }, "申报证书")
                  }
                >
                  打包证书
                </Button>
              ) : null}
              {can.permi(["declare:item:export"])
                ? LETTERS.map(({ name, states, of }) => (
                    <Button
                      key={name}
                      size="small"
                      disabled={batch[of] === 0}
                      aria-label={`打包${name}「${batch.batchName}」`}
                      onClick={() =>
                        void saveZip(
                          "/api/declaration/item/letters",
                          { batchId: String(batch.id), state: states },
                          name,
                        )
                      }
                    >
                      {`打包${name}`}
                    </Button>
                  ))
                : null}
            </Space>
          </dd>
        </div>
      ))}
    </RecordDrawer>
  );
}

function RevokeDrawer({ row, onClose }: { row: CertificateRow; onClose: () => void }) {
  return (
    <CrudDrawer
      title={`撤销证书：${row.certNo}`}
      initial={{ reason: "" }}
      names={["reason"]}
      save={async ({ reason }) => {
        await call("PUT", `${PATH}/revoke`, { body: { id: row.id, reason }, isQuiet: true });
        notify.success("证书已撤销，验证页显示为已撤销");
        await tellChange([PATH]);
        onClose();
      }}
      onClose={onClose}
    >
      <Form.Item
        name="reason"
        label="原因"
        extra="撤销后不能恢复，可以为这一件重新制发一份；原因只在后台显示。"
      >
        <Input.TextArea rows={4} maxLength={200} showCount />
      </Form.Item>
    </CrudDrawer>
  );
}
