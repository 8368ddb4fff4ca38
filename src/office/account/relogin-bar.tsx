import { Button } from "antd";

/** Says that the session is over while somebody writes on; the dialog itself waits for a pause. */
export function ReloginBar({ onNow }: { onNow: () => void }) {
  return (
    <div className="o-relogin-bar" role="status">
      <span>登录状态已过期，您写的内容都还在。停下来时会请您重新登录。</span>
      <Button size="small" onClick={onNow}>
        现在登录
      </Button>
    </div>
  );
}
