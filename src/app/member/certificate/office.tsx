import { Form, Input, Modal } from "antd";
import { useState } from "react";
import { showRefusal } from "#src/office/calls/form-errors.ts";
import { call } from "#src/office/calls/http.ts";
import { notify } from "#src/office/calls/notify.ts";
import { tellChange } from "#src/office/calls/queries.ts";
import { Mark } from "#src/office/form/dict.tsx";
import { useOfficeForm } from "#src/office/form/use-office-form.ts";
import { useCarefulClose } from "#src/office/layers/use-careful-close.ts";
import { CrudPage } from "#src/office/list/crud-page.tsx";
import type { Column, Entity, Filter } from "#src/office/list/crud-types.ts";
import { savePdf, saveZip } from "#src/office/list/export-file.ts";
import type { CertificateRow } from "./wire.ts";

const PATH = "/api/bll/member/certificate";

const ENTITY: Entity<CertificateRow> = {
  noun: "会员证书",
  path: PATH,
  permi: "member:certificate",
  id: "id",
  name: "name",
  nameOf: (row) => `${row.name}（${row.memberNo}）`,
  unit: "份",
  isUnexported: true,
  isLasting: true,
};

const STATES = {
  valid: { dictLabel: "有效", listClass: "success", cssClass: "" },
  expired: { dictLabel: "已过期", listClass: "info", cssClass: "" },
  revoked: { dictLabel: "已撤销", listClass: "danger", cssClass: "" },
} as const;

const stateOf = (state: string) =>
  state === "valid" || state === "revoked" ? STATES[state] : STATES.expired;

const FILTERS: Filter[] = [
  { kind: "text", name: "name", label: "名称" },
  { kind: "text", name: "memberNo", label: "会员编号" },
  {
    kind: "choice",
    name: "state",
    label: "状态",
    options: Object.entries(STATES).map(([value, { dictLabel }]) => ({ value, label: dictLabel })),
  },
  { kind: "text", name: "code", label: "验证码" },
];

const COLUMNS: Column<CertificateRow>[] = [
  { key: "memberNo", title: "会员编号", width: 130 },
  { key: "name", title: "名称" },
  { key: "levelName", title: "级别", width: 130 },
  { key: "fromOn", title: "起始日", width: 120 },
  { key: "toOn", title: "到期日", width: 120 },
  { key: "issuedOn", title: "签发日", width: 120 },
  { key: "state", title: "状态", width: 100, render: (row) => <Mark entry={stateOf(row.state)} /> },
  { key: "revokeReason", title: "撤销原因", isExtra: true },
];

type Asked = { row: CertificateRow; verb: "revoke" | "reissue" };

const VERBS = {
  revoke: { label: "撤销", text: "撤销后，扫码查验会显示已撤销，并通知会员。" },
  reissue: { label: "重发", text: "按会员现在的名称和编号重新签发，原证书作废。" },
} as const;

/** 会员证书 (menu row 2207). */
export default function Certificates() {
  const [asked, setAsked] = useState<Asked>();
  return (
    <>
      <CrudPage
        entity={ENTITY}
        title="会员证书"
        filters={FILTERS}
        columns={COLUMNS}
        form={{ read: undefined }}
        rowActions={(row) => [
          ...(row.state === "revoked"
            ? []
            : [
                {
                  key: "pdf",
                  label: "下载",
                  permi: "member:certificate:query" as const,
                  run: (each: CertificateRow) =>
                    void savePdf(`${PATH}/pdf/${each.code}`, `会员证书 ${each.memberNo}`),
                },
                {
                  key: "revoke",
                  label: "撤销",
                  permi: "member:certificate:revoke" as const,
                  isDanger: true,
                  run: (each: CertificateRow) => setAsked({ row: each, verb: "revoke" }),
                },
              ]),
          {
            key: "reissue",
            label: "重发",
            permi: "member:certificate:reissue",
            run: (each) => setAsked({ row: each, verb: "reissue" }),
          },
        ]}
        bulkActions={[
          {
            key: "zip",
            label: "打包下载",
            permi: "member:certificate:export",
            run: (rows) =>
              void saveZip(`${PATH}/batch/${rows.map(({ id }) => id).join(",")}`, {}, "会员证书"),
          },
        ]}
      />
      {asked && <ReasonDialog {...asked} onClose={() => setAsked(undefined)} />}
    </>
  );
}

function ReasonDialog({ row, verb, onClose }: Asked & { onClose: () => void }) {
  const [form] = useOfficeForm<{ reason: string }>();
  const [isBusy, setBusy] = useState(false);
  const { label, text } = VERBS[verb];
  const typed = Form.useWatch("reason", form) ?? "";
  const { close, settle } = useCarefulClose(
    typed.trim() !== "",
    { title: "放弃填写的原因？", text: `证书还没有${label}，关闭后要重新填写。` },
    onClose,
  );
  const finish = async ({ reason }: { reason: string }) => {
    setBusy(true);
    try {
      await call("PUT", `${PATH}/${verb}`, { body: { id: row.id, reason }, isQuiet: true });
      notify.success(`已${label}「${row.name}」的证书`);
      settle();
      onClose();
      await tellChange([PATH]);
    } catch (error) {
      showRefusal(form, ["reason"], error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      width={480}
      title={`${label}证书：${row.name}（${row.memberNo}）`}
      okText={`确定${label}`}
      okButtonProps={{ danger: verb === "revoke" }}
      cancelText="取消"
      confirmLoading={isBusy}
      onOk={() => form.submit()}
      onCancel={() => void close()}
    >
      <p>{text}</p>
      <Form
        form={form}
        layout="vertical"
        initialValues={{ reason: "" }}
        onFinish={(values) => void finish(values)}
      >
        <Form.Item
          name="reason"
          label="原因"
          rules={[{ required: true, min: 5, message: "请写明原因，5 到 200 个字" }]}
        >
          <Input.TextArea autoFocus rows={3} maxLength={200} showCount />
        </Form.Item>
      </Form>
    </Modal>
  );
}
