import { Form, Input } from "antd";
import { PURPOSES } from "#src/lib/upload/upload-rules.ts";
import { call } from "#src/office/calls/http.ts";
import { notify } from "#src/office/calls/notify.ts";
import { tellChange } from "#src/office/calls/queries.ts";
import { CrudDrawer } from "#src/office/form/crud-drawer.tsx";
import { FileUpload } from "#src/office/upload/file-upload.tsx";
import type { UploadedFile } from "#src/office/upload/use-uploads.ts";
import { HeadBlock } from "./head-block.tsx";
import type { ReceiptRow } from "./wire.ts";

export const PATH = "/api/bll/finance/receipt";

export const FILE_RULES = { ...PURPOSES.receipt, maxFiles: 1 };

async function send(step: string, body: object): Promise<void> {
  const { msg } = await call<{ msg: string }>("PUT", `${PATH}/${step}`, { body, isQuiet: true });
  notify.success(msg);
  await tellChange([PATH]);
}

type Props = { row: ReceiptRow; onClose: () => void };

const MAIL = <Input inputMode="email" autoComplete="off" maxLength={64} />;

/** Enters number and file of a receipt that was made out elsewhere. */
export function IssueDrawer({ row, onClose }: Props) {
  return (
    <CrudDrawer
      title={`开具票据：${row.title}`}
      initial={{ receiptNo: "", file: [], email: row.email }}
      names={["receiptNo", "file", "email"]}
      save={async ({ receiptNo, file, email }) => {
        const [paper] = (file ?? []) as UploadedFile[];
        await send("issue", { id: row.id, receiptNo, email, file: paper?.url ?? "" });
        onClose();
      }}
      onClose={onClose}
    >
      <HeadBlock row={row} />
      <Form.Item name="receiptNo" label="票据号码">
        <Input maxLength={40} autoComplete="off" />
      </Form.Item>
      <Form.Item name="file" label="电子票据" extra="纸质票据不用上传；没有文件时不寄邮件。">
        <FileUpload rules={FILE_RULES} purpose="receipt" />
      </Form.Item>
      <Form.Item name="email" label="收票邮箱" extra="有电子票据时，登记后通知到这个邮箱。">
        {MAIL}
      </Form.Item>
    </CrudDrawer>
  );
}

const HEAD_ITEMS = (
  <>
    <Form.Item name="title" label="抬头">
      <Input maxLength={100} />
    </Form.Item>
    <Form.Item name="taxNo" label="税号" extra="个人不用填。">
      <Input maxLength={18} />
    </Form.Item>
    <Form.Item name="email" label="收票邮箱">
      {MAIL}
    </Form.Item>
  </>
);

const headOf = ({ title, taxNo, email }: ReceiptRow) => ({ title, taxNo, email });

/** Mends the head of a receipt that is not made out yet. */
export function HeadDrawer({ row, onClose }: Props) {
  return (
    <CrudDrawer
      title={`修改开票信息：${row.applyNo}`}
      initial={headOf(row)}
      names={["title", "taxNo", "email"]}
      save={async (values) => {
        await send("head", { id: row.id, ...values });
        onClose();
      }}
      onClose={onClose}
    >
      {HEAD_ITEMS}
    </CrudDrawer>
  );
}

/** Makes a receipt void; for what is left of its payment another one is to be issued. */
export function VoidDrawer({ row, onClose }: Props) {
  return (
    <CrudDrawer
      title={`作废并重开：${row.receiptNo || row.title}`}
      initial={{ reason: "", ...headOf(row) }}
      names={["reason", "title", "taxNo", "email"]}
      save={async (values) => {
        await send("void", { id: row.id, ...values });
        onClose();
      }}
      onClose={onClose}
    >
      <p className="o-note">
        原票据作废；这笔缴费还有款项的，按下面的开票信息重新列入待开。
        {row.reason && `申请原因：${row.reason}`}
      </p>
      <Form.Item name="reason" label="作废原因">
        <Input.TextArea rows={2} maxLength={200} showCount />
      </Form.Item>
      {HEAD_ITEMS}
    </CrudDrawer>
  );
}

/** Tells the owner why no other one is made out. */
export function KeepDrawer({ row, onClose }: Props) {
  return (
    <CrudDrawer
      title={`不予重开：${row.receiptNo}`}
      initial={{ reason: "" }}
      names={["reason"]}
      save={async (values) => {
        await send("keep", { id: row.id, ...values });
        onClose();
      }}
      onClose={onClose}
    >
      <p className="o-note">原票据继续有效，原因会告知申请人。申请原因：{row.reason}</p>
      <Form.Item name="reason" label="不予重开的原因">
        <Input.TextArea rows={3} maxLength={200} showCount />
      </Form.Item>
    </CrudDrawer>
  );
}

/** Sends an issued receipt once more. */
export function MailDrawer({ row, onClose }: Props) {
  return (
    <CrudDrawer
      title={`再寄一次：${row.receiptNo}`}
      initial={{ email: row.email }}
      names={["email"]}
      save={async (values) => {
        await send("mail", { id: row.id, ...values });
        onClose();
      }}
      onClose={onClose}
    >
      <Form.Item name="email" label="收票邮箱">
        {MAIL}
      </Form.Item>
    </CrudDrawer>
  );
}
