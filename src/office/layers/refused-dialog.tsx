import { Button, Modal } from "antd";
import type { ReactNode } from "react";
import "./refused-dialog.css";

/** What an act on many did not do for one of them, and why. */
export type Refused = { id: number; name: string; reason: string };

/** Those that an act on many left out, with the reasons, until they have been read; `children` lead in. */
export function RefusedDialog({
  title,
  refused,
  onClose,
  children,
}: {
  title: string;
  refused: readonly Refused[];
  onClose: () => void;
  children?: ReactNode;
}) {
  return (
    <Modal
      open
      width={640}
      title={title}
      footer={[
        <Button key="ok" type="primary" onClick={onClose}>
          知道了
        </Button>,
      ]}
      onCancel={onClose}
    >
      {children}
      <ul className="cr-refused">
        {refused.map(({ id, name, reason }) => (
          <li key={id}>
            <b>{name}</b>
            <span>{reason}</span>
          </li>
        ))}
      </ul>
    </Modal>
  );
}
