import { Button, Modal } from "antd";

/** What became of each; `refused` with the reasons. */
export type BulkOutcome = {
  label: string;
  done: number;
  refused: { id: number; name: string; reason: string }[];
};

/** Result of an act on many applications, until it has been read. */
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
      title={`${label}：完成 ${done} 份，${refused.length} 份未办理`}
      footer={[
        <Button key="ok" type="primary" onClick={onClose}>
          知道了
        </Button>,
      ]}
      onCancel={onClose}
    >
      <ul className="sr-refused">
        {refused.map(({ id, name, reason }) => (
          <li key={id}>
            <b>{name || `申请 ${id}`}</b>
            <span>{reason}</span>
          </li>
        ))}
      </ul>
    </Modal>
  );
}
