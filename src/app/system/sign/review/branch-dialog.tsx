import { useMutation, useQuery } from "@tanstack/react-query";
import { Form, Input, Modal, Select } from "antd";
import { REASON } from "#src/lib/text/reason.ts";
import { showRefusal } from "#src/office/calls/form-errors.ts";
import { notify } from "#src/office/calls/notify.ts";
import { useOfficeForm } from "#src/office/form/use-office-form.ts";
import { useCarefulClose } from "#src/office/layers/use-careful-close.ts";
import type { SignWhole } from "../wire.ts";
import { readBranches, rebranch, tellApplications } from "./calls.ts";

type Answers = { branchIds: number[]; reason: string };

/** Puts an application under other branches; the first chosen one is whose it is. */
export function BranchDialog({ sign, onClose }: { sign: SignWhole; onClose: () => void }) {
  const [form] = useOfficeForm<Answers>();
  const { data: branches } = useQuery({ queryKey: ["sign-branches"], queryFn: readBranches });
  const typed = Form.useWatch("reason", form) ?? "";
  const chosen = Form.useWatch("branchIds", form);
  const isMoved = chosen !== undefined && chosen.join() !== sign.branchIds.join();
  const { close, settle } = useCarefulClose(
    typed.trim() !== "" || isMoved,
    { title: "放弃填写的内容？", text: "分支机构还没有更正，关闭后要重新填写。" },
    onClose,
  );
  const saving = useMutation({
    mutationFn: (answers: Answers) => rebranch({ id: sign.id, version: sign.version, ...answers }),
    onSuccess: async () => {
      settle();
      notify.success(`已更正「${sign.name}」的分支机构，并通知申请人`);
      onClose();
      await tellApplications();
    },
    onError: (error) => showRefusal(form, ["branchIds", "reason"], error),
  });
  const stopped = sign.branchIds
    .map((value, at) => ({ value, label: sign.branchNames[at] ?? "" }))
    .filter(({ value }) => !branches?.some(({ id }) => id === value));
  return (
    <Modal
      open
      width={520}
      title={`更正「${sign.name}」的分支机构`}
      okText="更正并通知申请人"
      cancelText="取消"
      confirmLoading={saving.isPending}
      onOk={() => form.submit()}
      onCancel={() => void close()}
    >
      <Form
        form={form}
        layout="vertical"
        initialValues={{ branchIds: sign.branchIds, reason: "" }}
        onFinish={(answers) => saving.mutate(answers)}
      >
        <Form.Item
          name="branchIds"
          label="分支机构"
          extra="最多 3 个，由选在最前的办理；都不选则由学会本部办理。只能在您管理的分支机构之间更正。"
        >
          <Select
            mode="multiple"
            maxCount={3}
            optionFilterProp="label"
            placeholder="学会本部"
            loading={!branches}
            options={[
              ...(branches ?? []).map(({ id, name }) => ({ value: id, label: name })),
              ...stopped,
            ]}
          />
        </Form.Item>
        <Form.Item
          name="reason"
          label="原因"
          extra="申请人可见，并写入办理过程"
          rules={[
            {
              required: true,
              min: REASON.least,
              message: `请写明原因，${REASON.least} 到 ${REASON.most} 个字`,
            },
          ]}
        >
          <Input.TextArea rows={2} maxLength={REASON.most} showCount />
        </Form.Item>
      </Form>
    </Modal>
  );
}
