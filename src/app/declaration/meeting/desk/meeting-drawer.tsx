import { Form, Input } from "antd";
import { notify } from "#src/office/calls/notify.ts";
import { CrudDrawer, Ruled } from "#src/office/form/crud-drawer.tsx";
import { MomentField } from "#src/office/form/plain-fields.tsx";
import type { Meeting, MeetingSheet } from "../wire.ts";
import { saveMeeting, tellMeetings } from "./calls.ts";

/** When and where the committee meets, who is there, and how many may win. */
export function MeetingDrawer({
  sheet,
  meeting,
  onClose,
  onMade,
}: {
  sheet: MeetingSheet;
  meeting: Meeting | null;
  onClose: () => void;
  onMade: () => void;
}) {
  const { quotas, meetings } = sheet;
  const fieldOf = (category: string) => `quota.${category}`;
  const names = [
    "meetingName",
    "meetingOn",
    "place",
    "members",
    ...quotas.map(({ category }) => fieldOf(category)),
  ];
  const initial: Record<string, string> = {
    meetingName: meeting?.meetingName ?? (meetings.length > 0 ? "补充终审会" : "终审会"),
    meetingOn: meeting?.meetingOn ?? "",
    place: meeting?.place ?? "",
    members: meeting?.members.join("\n") ?? "",
  };
  for (const { category, places } of quotas) {
    initial[fieldOf(category)] = places === null ? "" : String(places);
  }
  return (
    <CrudDrawer
      title={meeting ? `会议与名额：${meeting.meetingName}` : "建立会议"}
      initial={initial}
      names={names}
      save={async (values) => {
        await saveMeeting(meeting?.id, {
          batchId: sheet.batchId,
          version: meeting?.version,
          ...Object.fromEntries(
            ["meetingName", "meetingOn", "place", "members"].map((name) => [
              name,
              values[name] ?? "",
            ]),
          ),
          quotas: quotas.map(({ category }) => ({
            category,
            places: values[fieldOf(category)] ?? "",
          })),
        });
        notify.success(meeting ? "会议已修改" : "会议已建立");
        onMade();
        await tellMeetings();
        onClose();
      }}
      onClose={onClose}
    >
      <Form.Item name="meetingName" label={<Ruled label="会议名称" rule="最多 60 个字" />}>
        <Input />
      </Form.Item>
      <Form.Item name="meetingOn" label="会议日期">
        <MomentField isDay />
      </Form.Item>
      <Form.Item name="place" label="会议地点">
        <Input />
      </Form.Item>
      <Form.Item
        name="members"
        label={<Ruled label="到会委员" rule="每行一位，票数不能超过到会人数" />}
      >
        <Input.TextArea autoSize={{ minRows: 3, maxRows: 12 }} />
      </Form.Item>
      {quotas.map(({ category, waiting, won }) => (
        <Form.Item
          key={category}
          name={fieldOf(category)}
          label={`${category}名额`}
          extra={`不限请留空；待终审 ${waiting} 件${won > 0 ? `，已公示或立项 ${won} 件` : ""}`}
        >
          <Input inputMode="numeric" />
        </Form.Item>
      ))}
    </CrudDrawer>
  );
}
