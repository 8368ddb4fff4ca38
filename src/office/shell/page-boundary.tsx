import { Button } from "antd";
import { Component, type ReactNode } from "react";
import { Card } from "./card.tsx";
import { CloudPicture } from "./pictures.tsx";

type Props = { onRetry: () => void; children: ReactNode };

/** A page that fails takes its own tab down and nothing else. */
export class PageBoundary extends Component<Props, { isBroken: boolean }> {
  override state = { isBroken: false };

  static getDerivedStateFromError() {
    return { isBroken: true };
  }

  override render() {
    if (!this.state.isBroken) return this.props.children;
    return (
      <Card
        isPage
        picture={<CloudPicture />}
        title="页面出错了"
        actions={
          <>
            <Button onClick={() => location.reload()}>重新载入后台</Button>
            <Button type="primary" onClick={this.props.onRetry}>
              刷新页面
            </Button>
          </>
        }
      >
        其他标签页不受影响。可能是网络中断，或系统刚刚更新。
      </Card>
    );
  }
}
