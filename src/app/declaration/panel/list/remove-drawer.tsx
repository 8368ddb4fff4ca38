import { Form, Input } from "antd";
import { notify } from "#src/office/calls/notify.ts";
import { CrudDrawer } from "#src/office/form/crud-drawer.tsx";
import type { PanelRow } from "../wire.ts";
import { removeExpert, tellPanels } from "./calls.ts";

/** Takes an expert out of a batch, with the reason. */
export function RemoveDrawer({ expert, onClose }: { expert: PanelRow; onClose: () => void }) {
  return (
    <CrudDrawer
      title={`移出评审：${expert.name}`}
      initial={{ opinion: "" }}
      names={["opinion"]}
      save={async ({ opinion }) => {
        await removeExpert(expert.id, String(opinion ?? ""));
        notify.success(`已移出 ${expert.name}`);
        await tellPanels();
        onClose();
      }}
      onClose={onClose}
    >
      <Form.Item
        name="opinion"
        label="原因"
        extra={`没有提交的 ${expert.open} 件将退回待分配，已提交的 ${expert.done} 份保留。专家会收到通知，原因只在后台显示。`}
      >
        <Input.TextArea rows={4} maxLength={500} showCount />
      </Form.Item>
    </CrudDrawer>
  );
}
