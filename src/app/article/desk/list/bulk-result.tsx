import { Button, Modal } from "antd";
import type { BulkResult } from "../model/desk.ts";

export type BulkOutcome = BulkResult & { label: string };

/** Result of an act on many articles, until it has been read. */
export function ResultDialog({
  result: { done, refused, label },
  onClose,
}: {
  result: BulkOutcome;
  onClose: () => void;
}) {
  return (
    <Modal
      open
      width={640}
      title={`${label}：完成 ${done} 篇，${refused.length} 篇未处理`}
      footer={[
        <Button key="ok" type="primary" onClick={onClose}>
          知道了
        </Button>,
      ]}
      onCancel={onClose}
    >
      <ul className="ad-refused">
        {refused.map(({ id, articleName, reason }) => (
          <li key={id}>
            <b>{articleName || `未命名（${id}）`}</b>
            <span>{reason}</span>
          </li>
        ))}
      </ul>
    </Modal>
  );
}
