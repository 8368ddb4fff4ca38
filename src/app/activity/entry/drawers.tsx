import { Form, Input, Select } from "antd";
import { ACTIVITY_CODES } from "#src/lib/activity/activity-life.ts";
import { call } from "#src/office/calls/http.ts";
import { notify } from "#src/office/calls/notify.ts";
import { tellChange } from "#src/office/calls/queries.ts";
import { CrudDrawer } from "#src/office/form/crud-drawer.tsx";
import type { ActivityChoice, EntryRow } from "./wire.ts";

const PATH = "/api/activity/entry";

/** A step with several that asks for a reason. */
export type Reasoned = { verb: "reject" | "cancel"; rows: readonly EntryRow[] };

const WORDS = {
  reject: { label: "不通过", extra: "原因会发给本人。" },
  cancel: { label: "取消报名", extra: "原因会发给本人；已缴费的转入退费，名额递补给候补的人。" },
} as const;

export function ReasonDrawer({
  of: { verb, rows },
  act,
  onClose,
}: {
  of: Reasoned;
  act: (verb: string, label: string, rows: readonly EntryRow[], opinion: unknown) => Promise<void>;
  onClose: () => void;
}) {
  const { label, extra } = WORDS[verb];
  const who = rows.length === 1 ? (rows[0]?.name ?? "") : `${rows.length} 位`;
  return (
    <CrudDrawer
      title={`${label}：${who}`}
      initial={{ opinion: "" }}
      names={["opinion"]}
      save={({ opinion }) => act(verb, label, rows, opinion)}
      onClose={onClose}
    >
      <Form.Item
        name="opinion"
        label="原因"
        extra={extra}
        rules={[{ required: true, whitespace: true, min: 5, message: "请写明原因，5 到 200 个字" }]}
      >
        <Input.TextArea rows={3} maxLength={200} showCount />
      </Form.Item>
    </CrudDrawer>
  );
}

export function SeatDrawer({
  row,
  act,
  onClose,
}: {
  row: EntryRow;
  act: (row: EntryRow, seatNo: unknown) => Promise<void>;
  onClose: () => void;
}) {
  return (
    <CrudDrawer
      title={`安排座位：${row.name}`}
      initial={{ seatNo: row.seatNo }}
      names={["seatNo"]}
      save={({ seatNo }) => act(row, seatNo)}
      onClose={onClose}
    >
      <Form.Item
        name="seatNo"
        label="会议室与座位"
        extra="最多 20 个字，如“二号厅 5 排 12 座”；本人在报名页看到。"
      >
        <Input maxLength={30} autoComplete="off" />
      </Form.Item>
    </CrudDrawer>
  );
}

/** Enters one person whom the society has invited, or who came without having signed up. */
export function EnterDrawer({
  activities,
  onClose,
}: {
  activities: readonly ActivityChoice[];
  onClose: () => void;
}) {
  const open = activities.filter(({ state }) => state <= ACTIVITY_CODES.closed);
  return (
    <CrudDrawer
      title="录入一位参加的人"
      initial={{ activityId: undefined, name: "", phone: "", unit: "", post: "", email: "" }}
      names={["activityId", "name", "phone", "unit", "post", "email"]}
      save={async (values) => {
        const { msg } = await call<{ msg: string }>("POST", PATH, { body: values, isQuiet: true });
        notify.success(msg);
        await tellChange([PATH]);
        onClose();
      }}
      onClose={onClose}
    >
      <p className="o-note">占用一个名额，不收费；录入后会通知本人。</p>
      <Form.Item name="activityId" label="活动" rules={[{ required: true, message: "请选择活动" }]}>
        <Select
          showSearch={{ optionFilterProp: "label" }}
          options={open.map(({ id, title, startAt }) => ({
            value: id,
            label: `${startAt.slice(0, 10)} ${title}`,
          }))}
        />
      </Form.Item>
      <Form.Item name="name" label="姓名">
        <Input maxLength={60} autoComplete="off" />
      </Form.Item>
      <Form.Item name="phone" label="手机号">
        <Input inputMode="tel" maxLength={20} autoComplete="off" />
      </Form.Item>
      <Form.Item name="unit" label="单位">
        <Input maxLength={110} autoComplete="off" />
      </Form.Item>
      <Form.Item name="post" label="职务">
        <Input maxLength={60} autoComplete="off" />
      </Form.Item>
      <Form.Item name="email" label="邮箱">
        <Input inputMode="email" maxLength={64} autoComplete="off" />
      </Form.Item>
    </CrudDrawer>
  );
}
