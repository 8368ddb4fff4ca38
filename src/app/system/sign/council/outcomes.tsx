import { Button, Modal } from "antd";
import { RESULT_NAMES } from "#src/lib/membership/council.ts";
import type { Outcome } from "./wire.ts";

/** What could not be decided, until it has been read. */
export function Outcomes({
  outcomes,
  onClose,
}: {
  outcomes: readonly Outcome[];
  onClose: () => void;
}) {
  const refused = outcomes.filter(({ ok }) => !ok);
  return (
    <Modal
      open
      width={640}
      title={`决议已登记：办理 ${outcomes.length - refused.length} 项，${refused.length} 项未办理`}
      footer={[
        <Button key="ok" type="primary" onClick={onClose}>
          知道了
        </Button>,
      ]}
      onCancel={onClose}
    >
      <p className="cs-lead">
        下面各项没有按决议办理；仍待审议的记为“{RESULT_NAMES.postponed}”，可以列入下次会议。
      </p>
      <ul className="cs-refused">
        {refused.map(({ id, name, msg }) => (
          <li key={id}>
            <b>{name}</b>
            <span>{msg}</span>
          </li>
        ))}
      </ul>
    </Modal>
  );
}
