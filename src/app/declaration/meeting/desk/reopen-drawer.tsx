import { Form, Input } from "antd";
import { notify } from "#src/office/calls/notify.ts";
import { CrudDrawer } from "#src/office/form/crud-drawer.tsx";
import type { Meeting } from "../wire.ts";
import { stepMeeting, tellMeetings } from "./calls.ts";

/** Lets scores come in again, with the reason. */
export function ReopenDrawer({ meeting, onClose }: { meeting: Meeting; onClose: () => void }) {
  return (
    <CrudDrawer
      title={`解除冻结：${meeting.meetingName}`}
      initial={{ opinion: "" }}
      names={["opinion"]}
      save={async ({ opinion }) => {
        await stepMeeting(meeting.id, "reopen", String(opinion ?? ""));
        notify.success("已解除冻结，专家可以继续提交评分");
        await tellMeetings();
        onClose();
      }}
      onClose={onClose}
    >
      <Form.Item
        name="opinion"
        label="原因"
        extra="已登记的表决随冻结的排名一并作废，重新冻结后再登记；原因记入会议的办理过程。"
      >
        <Input.TextArea rows={4} maxLength={200} showCount />
      </Form.Item>
    </CrudDrawer>
  );
}
