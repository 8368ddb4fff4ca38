import { Button, Form } from "antd";
import { useState } from "react";
import { passwordRule } from "../../lib/people/password.ts";
import { showRefusal } from "../calls/form-errors.ts";
import { notify } from "../calls/notify.ts";
import { NewPassword, OldPassword, RepeatPassword } from "../form/password-items.tsx";
import { useOfficeForm } from "../form/use-office-form.ts";
import { Seal } from "../shell/seal.tsx";
import type { Account } from "./account.ts";
import { changeOwnPassword, OWN_PASSWORD_NAMES, type OwnPassword } from "./own-password.ts";
import { endSession } from "./sign-out.ts";

/** All there is until the first password is changed: the server answers nothing else (product 7.1). */
export default function FirstPassword({ account }: { account: Account }) {
  const { user } = account;
  const [form] = useOfficeForm<OwnPassword>();
  const [isBusy, setBusy] = useState(false);

  const save = async (values: OwnPassword) => {
    setBusy(true);
    try {
      await changeOwnPassword(values);
      notify.success("密码已修改，请妥善保管");
    } catch (error) {
      showRefusal(form, OWN_PASSWORD_NAMES, error);
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
        <OldPassword label="初始密码" field={{ size: "large", autoFocus: true }} />
        <NewPassword
          label="新密码"
          noun="新密码"
          extra={passwordRule(true)}
          ownerOf={() => ({ userName: user.userName, isStaff: true })}
          field={{ size: "large" }}
        />
        <RepeatPassword label="再输一次新密码" field={{ size: "large" }} />
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
