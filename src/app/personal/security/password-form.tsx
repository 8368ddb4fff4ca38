import type { ReactElement } from "react";
import { checkPassword, checkRepeat, passwordRule } from "#src/lib/people/password.ts";
import { PasswordField, SubmitButton } from "#src/site/form/form.tsx";
import { useForm } from "#src/site/form/use-form.ts";
import { callAsMember } from "#src/site/session/member-session.ts";
import { refreshVisitor } from "#src/site/session/session.ts";
import { showToast } from "#src/site/shell/toast.tsx";

type Props = { readonly userId: number; readonly onDone: () => void };

export function PasswordForm({ userId, onDone }: Props): ReactElement {
  const form = useForm({ oldPassword: "", newPassword: "", repeat: "" });
  const onSubmit = form.submit(
    (values) => ({
      oldPassword: values.oldPassword === "" ? "请输入现在的密码" : undefined,
      newPassword: checkPassword(values.newPassword),
      repeat: checkRepeat(values.newPassword, values.repeat),
    }),
    async ({ oldPassword, newPassword }) => {
      await callAsMember(userId, "PUT", "/system/user/updPassword", {
        body: { oldPassword, newPassword },
      });
      await refreshVisitor();
      showToast("密码已修改，其他设备已退出登录");
      onDone();
    },
  );
  return (
    <form className="form" method="post" noValidate ref={form.formRef} onSubmit={onSubmit}>
      <PasswordField
        {...form.field("oldPassword")}
        label="现在的密码"
        autoComplete="current-password"
      />
      <PasswordField
        {...form.field("newPassword")}
        label="新密码"
        help={passwordRule()}
        autoComplete="new-password"
      />
      <PasswordField {...form.field("repeat")} label="再输一次" autoComplete="new-password" />
      <SubmitButton
        isBusy={form.isBusy}
        label="修改密码"
        busyLabel="正在修改"
        message={form.message}
      />
    </form>
  );
}
