import { Form, Input } from "antd";
import { useState } from "react";
import { fieldTexts } from "#src/office/calls/http.ts";
import { notify } from "#src/office/calls/notify.ts";
import { CrudDrawer, Ruled } from "#src/office/form/crud-drawer.tsx";
import { MomentField } from "#src/office/form/plain-fields.tsx";
import type { Meeting } from "../wire.ts";
import { resolveMeeting, tellMeetings } from "./calls.ts";

/** Number and day of the resolution; what the sheet still lacks is listed above them. */
export function ResolveDrawer({ meeting, onClose }: { meeting: Meeting; onClose: () => void }) {
  const [open, setOpen] = useState<readonly string[]>([]);
  return (
    <CrudDrawer
      title={`登记决议：${meeting.meetingName}`}
      initial={{ resolutionNo: "", resolutionOn: meeting.meetingOn }}
      names={["resolutionNo", "resolutionOn"]}
      save={async ({ resolutionNo, resolutionOn }) => {
        try {
          await resolveMeeting({ id: meeting.id, resolutionNo, resolutionOn });
        } catch (failure) {
          const texts = Object.entries(fieldTexts(failure) ?? {});
          setOpen(texts.filter(([name]) => !name.startsWith("resolution")).map(([, text]) => text));
          throw failure;
        }
        notify.success("决议已登记，可以按决议办理");
        await tellMeetings();
        onClose();
      }}
      onClose={onClose}
    >
      {open.length > 0 ? (
        <ul className="mt-open" role="alert">
          {open.map((text) => (
            <li key={text} className="o-problem">
              {text}
            </li>
          ))}
        </ul>
      ) : null}
      <Form.Item
        name="resolutionNo"
        label={<Ruled label="决议编号" rule="最多 40 个字，不能重复" />}
      >
        <Input placeholder="如 评委决〔2026〕1号" />
      </Form.Item>
      <Form.Item
        name="resolutionOn"
        label="决议日期"
        extra="登记后，终审表和票数不能再改；需要再议的请另开一次会议。"
      >
        <MomentField isDay />
      </Form.Item>
    </CrudDrawer>
  );
}
