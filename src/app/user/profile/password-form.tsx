import { useMutation } from "@tanstack/react-query";
import { Button, Form } from "antd";
import { useRef, useState } from "react";
import {
  changeOwnPassword,
  OWN_PASSWORD_NAMES,
  type OwnPassword,
} from "#src/office/account/own-password.ts";
import { showRefusal } from "#src/office/calls/form-errors.ts";
import { notify } from "#src/office/calls/notify.ts";
import { tellChange } from "#src/office/calls/queries.ts";
import { NewPassword, OldPassword, RepeatPassword } from "#src/office/form/password-items.tsx";
import { useOfficeForm } from "#src/office/form/use-office-form.ts";
import { useDirty } from "#src/office/tabs/tab.tsx";
import { useAtFirst, useOnChange } from "#src/office/tabs/use-on-change.ts";
import { Ruled } from "./data-form.tsx";
import type { ProfileUser } from "./profile.ts";

/** One's own password; the other devices are logged out, this one stays. */
export function PasswordForm({ user, isAskedFor }: { user: ProfileUser; isAskedFor: boolean }) {
  const [form] = useOfficeForm<OwnPassword>();
  const [isDirty, setDirty] = useState(false);
  const box = useRef<HTMLElement>(null);
  useDirty(isDirty);

  const begin = () => {
    if (!isAskedFor) return;
    box.current?.scrollIntoView({ block: "start" });
    form.focusField("oldPassword");
  };
  useAtFirst(begin);
  useOnChange(isAskedFor, begin);

  const save = useMutation({
    mutationFn: changeOwnPassword,
    onSuccess: async () => {
      form.resetFields();
      setDirty(false);
      notify.success("密码已修改，其他设备上的登录已退出");
      await tellChange(["profile", "sessions"]);
    },
    onError: (error) => showRefusal(form, OWN_PASSWORD_NAMES, error),
  });

  return (
    <section className="o-block" aria-labelledby="pf-password" ref={box}>
      <div className="o-block-head">
        <h2 id="pf-password">修改密码</h2>
      </div>
      <Form
        form={form}
        layout="vertical"
        className="o-block-body pf-form"
        requiredMark={false}
        onValuesChange={(_change, values) => setDirty(Object.values(values).some(Boolean))}
        onFinish={(values) => save.mutate(values)}
      >
        <input type="hidden" name="username" autoComplete="username" value={user.userName} />
        <OldPassword label="旧密码" />
        <NewPassword
          label={<Ruled label="新密码" rule="10-32 位，大小写字母、数字、符号取三种" />}
          noun="新密码"
          ownerOf={() => ({ userName: user.userName, isStaff: true })}
        />
        <RepeatPassword label="确认密码" />
        <div className="pf-actions">
          <Button type="primary" htmlType="submit" loading={save.isPending}>
            修改密码
          </Button>
        </div>
      </Form>
    </section>
  );
}
