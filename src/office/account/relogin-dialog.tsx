import { writeToken } from "../../site/session/token.ts";
import { Layer } from "../layers/layer.tsx";
import { leaveFreely } from "../tabs/unsaved.ts";
import { type Account, ownerOf, updateAccount } from "./account.ts";
import { LoginForm } from "./login-form.tsx";
import { settleRelogin } from "./session-gate.ts";

/**
 * The one dialog for every call that was refused with 401. Nothing on the page is lost: the same
 * person goes on where they were, another one gets a page of their own.
 */
export default function ReloginDialog({ account }: { account: Account }) {
  const { user } = account;
  const onDone = async (token: string) => {
    writeToken(token);
    const info = await ownerOf();
    if (info?.user.userId === user.userId) {
      updateAccount({ token });
      settleRelogin(true);
    } else {
      leaveFreely();
      location.reload();
    }
  };
  const stay = () => settleRelogin(false);
  return (
    <Layer label="系统提示" className="o-dialog" onClose={stay}>
      <h2>系统提示</h2>
      <p>登录状态已过期，您可以继续留在该页面，或者重新登录</p>
      <LoginForm userName={user.userName} onDone={onDone} onCancel={stay} />
    </Layer>
  );
}
