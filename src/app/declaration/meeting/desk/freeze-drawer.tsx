import { Checkbox, Form } from "antd";
import { CASE_RESULTS } from "#src/lib/declare/meeting-life.ts";
import { notify } from "#src/office/calls/notify.ts";
import { CrudDrawer } from "#src/office/form/crud-drawer.tsx";
import type { Meeting, MeetingSheet } from "../wire.ts";
import { freezeMeeting, tellMeetings } from "./calls.ts";

/** Freezes the ranking where an earlier meeting resolved on something: some of that may be decided on once more. */
export function FreezeDrawer({
  sheet: { waiting, resolved },
  meeting,
  onClose,
}: {
  sheet: MeetingSheet;
  meeting: Meeting;
  onClose: () => void;
}) {
  return (
    <CrudDrawer
      title={`冻结排名：${meeting.meetingName}`}
      initial={{ again: [] }}
      names={["again"]}
      saveLabel="冻结排名"
      save={async ({ again }) => {
        await freezeMeeting(meeting.id, Array.isArray(again) ? again.map(Number) : []);
        notify.success("排名已冻结");
        await tellMeetings();
        onClose();
      }}
      onClose={onClose}
    >
      <p>
        {waiting > 0
          ? `待终审的 ${waiting} 件按现在的排名列入终审表；此后专家不能再提交评分，确有需要可以解除冻结。`
          : "没有尚未上会的申报；请选择需要复议的。冻结后专家不能再提交评分，确有需要可以解除冻结。"}
      </p>
      <Form.Item
        name="again"
        label="复议（可不选）"
        extra="已有决议、还没有办理的申报。选中的列入本次终审表重新表决，此前对它的决议不再有效，解除冻结也不恢复。"
      >
        <Checkbox.Group className="mt-again">
          {resolved.map(({ itemId, itemNo, title, result, resolutionNo }) => (
            <Checkbox key={itemId} value={itemId}>
              {title}
              <span className="pn-note">
                {`${itemNo} · 原决议${result === "pass" ? CASE_RESULTS.pass : CASE_RESULTS.refuse}（${resolutionNo}）`}
              </span>
            </Checkbox>
          ))}
        </Checkbox.Group>
      </Form.Item>
    </CrudDrawer>
  );
}
