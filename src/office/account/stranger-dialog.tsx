import { Button } from "antd";
import { Layer } from "../layers/layer.tsx";
import { leaveFreely } from "../tabs/unsaved.ts";

/** Another tab has logged in as somebody else: this page's data must not be sent in their name. */
export function StrangerDialog({ mine, theirs }: { mine: string; theirs: string }) {
  return (
    <Layer label="登录账号已变化" className="o-dialog">
      <h2>登录账号已变化</h2>
      <p>
        本浏览器的另一个标签页已登录为「{theirs}」。为避免以对方的名义操作，「{mine}
        」的这个页面已停止提交，请刷新后以「{theirs}」继续。
      </p>
      <p className="o-note">未保存的内容请先自行复制。</p>
      <div className="o-form-actions">
        <Button
          type="primary"
          data-first
          onClick={() => {
            leaveFreely();
            location.reload();
          }}
        >
          刷新页面
        </Button>
      </div>
    </Layer>
  );
}
