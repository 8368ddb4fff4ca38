import { useMutation } from "@tanstack/react-query";
import { Button, Form, Modal } from "antd";
import { useRef, useState } from "react";
import { callName } from "#src/lib/people/account-words.ts";
import { passwordRule } from "#src/lib/people/password.ts";
import { showRefusal } from "#src/office/calls/form-errors.ts";
import { call } from "#src/office/calls/http.ts";
import { notify } from "#src/office/calls/notify.ts";
import { NewPassword } from "#src/office/form/password-items.tsx";
import { useOfficeForm } from "#src/office/form/use-office-form.ts";
import { useCarefulClose } from "#src/office/layers/use-careful-close.ts";
import { useOpening } from "#src/office/tabs/use-on-change.ts";
import type { UserItem } from "./people.ts";

/** Gives somebody a new password, and ends their sessions. */
export function ResetPassword({ row, onClose }: { row: UserItem; onClose: () => void }) {
  const { userId, userName, userType } = row;
  const [form] = useOfficeForm<{ password: string }>();
  const field = useRef<{ focus: () => void }>(null);
  const opening = useOpening(() => field.current?.focus());
  const isStaff = userType === "00";
  const [isTyped, setTyped] = useState(false);
  const { close, settle } = useCarefulClose(
    isTyped,
    { title: "放弃填写的新密码？", text: "密码还没有重置，关闭后要重新填写。" },
    onClose,
  );
  const saving = useMutation({
    mutationFn: ({ password }: { password: string }) =>
      call("PUT", "/system/user/resetPwd", { body: { userId, password }, isQuiet: true }),
    onSuccess: () => {
      notify.success(`已重置「${callName(row)}」的密码，其登录已全部退出`);
      settle();
      onClose();
    },
    onError: (error) => showRefusal(form, ["password"], error),
  });
  return (
    <Modal
      open
      title={`重置「${callName(row)}」的密码`}
      onCancel={() => void close()}
      afterOpenChange={opening}
      footer={
        <div className="cr-foot">
          <Button onClick={() => void close()}>取消</Button>
          <Button type="primary" loading={saving.isPending} onClick={() => form.submit()}>
            重置密码
          </Button>
        </div>
      }
    >
      <p className="us-hint">重置后，该用户在所有设备上的登录立即退出，须用新密码重新登录。</p>
      <Form
        form={form}
        layout="vertical"
        requiredMark={false}
        onValuesChange={(_change, { password }: { password: string }) => setTyped(password !== "")}
        onFinish={(values) => {
          if (!saving.isPending) saving.mutate(values);
        }}
      >
        <NewPassword
          name="password"
          label="新密码"
          noun="用户密码"
          extra={passwordRule(isStaff)}
          ownerOf={() => ({ userName, isStaff })}
          field={{
            ref: (input) => {
              field.current = input;
            },
          }}
        />
      </Form>
    </Modal>
  );
}
