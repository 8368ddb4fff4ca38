import { useMutation } from "@tanstack/react-query";
import { Button, Form, Input } from "antd";
import { useRef, useState } from "react";
import { checkPassword, checkRepeat } from "#src/lib/people/validators.ts";
import { updateAccount } from "#src/office/account/account.ts";
import { showRefusal } from "#src/office/calls/form-errors.ts";
import { call } from "#src/office/calls/http.ts";
import { notify } from "#src/office/calls/notify.ts";
import { tellChange } from "#src/office/calls/queries.ts";
import { useOfficeForm } from "#src/office/form/use-office-form.ts";
import { useDirty } from "#src/office/tabs/tab.tsx";
import { useAtFirst, useOnChange } from "#src/office/tabs/use-on-change.ts";
import { Ruled } from "./data-form.tsx";
import type { ProfileUser } from "./profile.ts";
import { ruleOf } from "./rules.ts";

type Values = { oldPassword: string; newPassword: string; confirmPassword: string };

const NAMES = ["oldPassword", "newPassword"] as const;

/** One's own password; the other devices are logged out, this one stays. */
export function PasswordForm({ user, isAskedFor }: { user: ProfileUser; isAskedFor: boolean }) {
  const [form] = useOfficeForm<Values>();
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
    mutationFn: ({ oldPassword, newPassword }: Values) =>
      call("PUT", "/system/user/updPassword", {
        body: { oldPassword, newPassword },
        isQuiet: true,
      }),
    onSuccess: async () => {
      form.resetFields();
      setDirty(false);
      updateAccount({ isDefaultModifyPwd: false, isPasswordExpired: false });
      notify.success("密码已修改，其他设备上的登录已退出");
      await tellChange(["profile", "sessions"]);
    },
    onError: (error) => showRefusal(form, NAMES, error),
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
        <Form.Item
          name="oldPassword"
          label="旧密码"
          rules={[{ required: true, message: "旧密码不能为空" }]}
        >
          <Input.Password maxLength={128} autoComplete="current-password" />
        </Form.Item>
        <Form.Item
          name="newPassword"
          label={<Ruled label="新密码" rule="10-32 位，大小写字母、数字、符号取三种" />}
          rules={[
            ruleOf((value) =>
              value === ""
                ? "新密码不能为空"
                : checkPassword(value, { userName: user.userName, phone: "", isStaff: true }),
            ),
          ]}
        >
          <Input.Password maxLength={32} autoComplete="new-password" />
        </Form.Item>
        <Form.Item
          name="confirmPassword"
          label="确认密码"
          dependencies={["newPassword"]}
          rules={[
            ruleOf((value) => checkRepeat(form.getFieldValue("newPassword") as string, value)),
          ]}
        >
          <Input.Password maxLength={32} autoComplete="new-password" />
        </Form.Item>
        <div className="pf-actions">
          <Button type="primary" htmlType="submit" loading={save.isPending}>
            修改密码
          </Button>
        </div>
      </Form>
    </section>
  );
}
