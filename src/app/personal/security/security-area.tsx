import type { ReactElement } from "react";
import { useOwn } from "#src/site/personal/use-own.ts";
import type { VisitorUser } from "#src/site/session/session.ts";
import { ChangeRow } from "./change-row.tsx";
import { MailForm } from "./mail-form.tsx";
import { PasswordForm } from "./password-form.tsx";
import { PhoneForm } from "./phone-form.tsx";
import { Sessions } from "./sessions.tsx";

type Props = { readonly user: VisitorUser; readonly phone: string };
type Profile = { data: { phoneMasked: string; email: string } };

/** Password, phone, mail address, and where one is logged in. */
export function SecurityArea({ user, phone }: Props): ReactElement {
  const { userId, mustChangePassword = false } = user;
  const { answer, reload } = useOwn<Profile>(userId, "/system/user/profile");
  const { phoneMasked = user.phoneMasked ?? "", email = "" } = answer?.data ?? {};
  return (
    <>
      <section aria-label="登录方式" className="own-list">
        <ul>
          <ChangeRow
            name="登录密码"
            value={mustChangePassword ? "还是初始密码，请先修改" : "已设置"}
            action="修改"
            isOpenAtFirst={mustChangePassword}
          >
            {(close) => <PasswordForm userId={userId} onDone={close} />}
          </ChangeRow>
          <ChangeRow
            name="手机号"
            value={phoneMasked || "未绑定"}
            action={phoneMasked ? "更换" : "绑定"}
          >
            {(close) => (
              <PhoneForm
                userId={userId}
                hasPhone={phoneMasked !== ""}
                helpPhone={phone}
                onDone={() => {
                  close();
                  void reload();
                }}
              />
            )}
          </ChangeRow>
          <ChangeRow name="邮箱" value={email || "未绑定"} action={email ? "更换" : "绑定"}>
            {(close) => (
              <MailForm
                userId={userId}
                helpPhone={phone}
                onDone={() => {
                  close();
                  void reload();
                }}
              />
            )}
          </ChangeRow>
        </ul>
      </section>
      {mustChangePassword ? null : <Sessions userId={userId} />}
    </>
  );
}
