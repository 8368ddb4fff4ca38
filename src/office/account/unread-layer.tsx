import { Button } from "antd";
import { Layer } from "../layers/layer.tsx";

/**
 * In place of a dialog whose code could not be read, after a new version or without a connection: the work behind it
 * stays, and nothing reaches it.
 */
export const UnreadLayer = () => (
  <Layer label="页面没有读到" className="o-lock">
    <div className="o-lock-box o-lock-unread">
      <h1>页面没有读到</h1>
      <p>网络不通，或者系统刚刚更新。请接通网络后重新载入；没有保存的内容会在载入前提示您。</p>
      <Button type="primary" data-first onClick={() => location.reload()}>
        重新载入
      </Button>
    </div>
  </Layer>
);
