import { Button, Modal } from "antd";
import type { Reminded } from "./wire.ts";

/** What was not done for whom, and why, until it has been read. */
export function Refused({
  title,
  rows,
  onClose,
}: {
  title: string;
  rows: Reminded;
  onClose: () => void;
}) {
  return (
    <Modal
      open
      width={560}
      title={title}
      footer={[
        <Button key="ok" type="primary" onClick={onClose}>
          知道了
        </Button>,
      ]}
      onCancel={onClose}
    >
      <ul className="rn-refused">
        {rows.map(({ id, name, msg }) => (
          <li key={id}>
            <b>{name}</b>
            <span>{msg}</span>
          </li>
        ))}
      </ul>
    </Modal>
  );
}
