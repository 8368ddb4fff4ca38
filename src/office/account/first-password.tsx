import { Button, Form, Input } from "antd";
import { useState } from "react";
import { checkPassword, checkRepeat, passwordRule } from "../../lib/people/validators.ts";
import { showRefusal } from "../calls/form-errors.ts";
import { call } from "../calls/http.ts";
import { notify } from "../calls/notify.ts";
import { useOfficeForm } from "../form/use-office-form.ts";
import { Seal } from "../shell/seal.tsx";
import { type Account, updateAccount } from "./account.ts";
import { endSession } from "./sign-out.ts";

type Values = { oldPassword: string; newPassword: string; confirmPassword: string };

const NAMES = ["oldPassword", "newPassword"] as const;

const rule = (check: (value: string) => string | undefined) => ({
  validator: async (_rule: unknown, value: string | undefined) => {
    const text = check(value ?? "");
    if (text) throw new Error(text);
  },
});

/** All there is until the first password is changed: the server answers nothing else (product 7.1). */
export default function FirstPassword({ account }: { account: Account }) {
  const { user } = account;
  const [form] = useOfficeForm<Values>();
  const [isBusy, setBusy] = useState(false);

  const save = async ({ oldPassword, newPassword }: Values) => {
    setBusy(true);
    try {
      const body = { oldPassword, newPassword };
      await call("PUT", "/system/user/updPassword", { body, isQuiet: true });
      notify.success("密码已修改，请妥善保管");
      updateAccount({ isDefaultModifyPwd: false, isPasswordExpired: false });
    } catch (error) {
      showRefusal(form, NAMES, error);
    } finally {
      setBusy(false);
    }
  };

  return (
    <main className="o-alone">
      <Form
        form={form}
        layout="vertical"
        className="o-first"
        requiredMark={false}
        validateTrigger={["onBlur", "onChange"]}
        onFinish={(values) => void save(values)}
      >
        <Seal size={40} />
        <h1>请先修改初始密码</h1>
        <p className="o-note">
          「{user.nickName || user.userName}」的密码还是初始密码，修改后才能使用管理后台。
        </p>
        <input type="hidden" name="username" autoComplete="username" value={user.userName} />
        <Form.Item
          name="oldPassword"
          label="初始密码"
          rules={[{ required: true, message: "初始密码不能为空" }]}
        >
          <Input.Password autoFocus size="large" maxLength={128} autoComplete="current-password" />
        </Form.Item>
        <Form.Item
          name="newPassword"
          label="新密码"
          extra={passwordRule(true)}
          rules={[
            rule((value) =>
              value === ""
                ? "新密码不能为空"
                : checkPassword(value, { userName: user.userName, isStaff: true }),
            ),
          ]}
        >
          <Input.Password size="large" maxLength={40} autoComplete="new-password" />
        </Form.Item>
        <Form.Item
          name="confirmPassword"
          label="再输一次新密码"
          dependencies={["newPassword"]}
          rules={[rule((value) => checkRepeat(form.getFieldValue("newPassword") as string, value))]}
        >
          <Input.Password size="large" maxLength={40} autoComplete="new-password" />
        </Form.Item>
        <Button type="primary" size="large" block htmlType="submit" loading={isBusy}>
          修改密码并进入
        </Button>
        <Button type="text" block onClick={() => void endSession("/login")}>
          退出登录
        </Button>
      </Form>
    </main>
  );
}
