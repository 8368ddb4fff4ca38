import { useMutation } from "@tanstack/react-query";
import { Button, Form, Input, Modal } from "antd";
import { useState } from "react";
import { DUES_TEXT, NOTICE_TEXT } from "#src/lib/membership/dues-notice.ts";
import { showRefusal } from "../calls/form-errors.ts";
import { call } from "../calls/http.ts";
import { notify } from "../calls/notify.ts";
import { tellChange } from "../calls/queries.ts";
import { useOfficeForm } from "../form/use-office-form.ts";
import { fetchFile, saveBlob } from "../list/export-file.ts";
import { type Refused, RefusedDialog } from "./refused-dialog.tsx";
import { useCarefulClose } from "./use-careful-close.ts";

const PATH = "/api/bll/member/renewal/notice";

type Result = { id: number; name: string; ok: boolean; msg: string };
type Answers = { text: string };

/** 会费通知 to chosen members: letters to print, or a message; the text is edited first. */
export function NoticeDialog({
  ids,
  onClose,
  onSent,
}: {
  ids: readonly number[];
  onClose: () => void;
  onSent?: () => void;
}) {
  const [form] = useOfficeForm<Answers>();
  const [left, setLeft] = useState<{ title: string; refused: Refused[] }>();
  const text = Form.useWatch("text", form) ?? DUES_TEXT;
  const { close, settle } = useCarefulClose(
    text !== DUES_TEXT,
    { title: "放弃修改的内容？", text: "通知还没有发送，关闭后要重新填写。" },
    onClose,
  );
  const body = async () => ({ ids, ...(await form.validateFields()) });
  const fail = (error: unknown) => showRefusal(form, ["text"], error);
  const printing = useMutation({
    mutationFn: async () => fetchFile(`${PATH}/letters`, await body()),
    onSuccess: (blob) => saveBlob(blob, "会费通知信", "pdf"),
    onError: fail,
  });
  const sending = useMutation({
    mutationFn: async () =>
      call<{ data: Result[] }>("POST", `${PATH}/send`, { body: await body(), isQuiet: true }),
    onSuccess: async ({ data }) => {
      const refused = data.filter(({ ok }) => !ok);
      const done = data.length - refused.length;
      settle();
      onSent?.();
      if (refused.length > 0) {
        setLeft({
          title: `已发送 ${done} 位，${refused.length} 位没有发送`,
          refused: refused.map(({ id, name, msg }) => ({ id, name, reason: msg })),
        });
      } else {
        notify.success(`已向 ${done} 位会员发送会费通知`);
        onClose();
      }
      await tellChange(["/api/bll/member"]);
    },
    onError: fail,
  });
  if (left) return <RefusedDialog {...left} onClose={onClose} />;
  return (
    <Modal
      open
      width={560}
      title={`向 ${ids.length} 位会员发送会费通知`}
      onCancel={() => void close()}
      footer={[
        <Button key="close" onClick={() => void close()}>
          取消
        </Button>,
        <Button key="print" loading={printing.isPending} onClick={() => printing.mutate()}>
          下载信函（PDF）
        </Button>,
        <Button
          key="send"
          type="primary"
          loading={sending.isPending}
          onClick={() => sending.mutate()}
        >
          发送通知
        </Button>,
      ]}
    >
      <Form form={form} layout="vertical" initialValues={{ text: DUES_TEXT }}>
        <Form.Item
          name="text"
          label="通知内容"
          extra="会员编号、级别、有效期、应缴金额和收款账户会自动列出。消息按“会费通知”模板的渠道发送，每人每天最多一次；信函每人一页，地址对准信封窗口。"
          rules={[
            {
              required: true,
              min: NOTICE_TEXT.least,
              message: `请填写通知内容，${NOTICE_TEXT.least} 到 ${NOTICE_TEXT.most} 个字`,
            },
          ]}
        >
          <Input.TextArea autoSize={{ minRows: 5 }} maxLength={NOTICE_TEXT.most} showCount />
        </Form.Item>
      </Form>
    </Modal>
  );
}
