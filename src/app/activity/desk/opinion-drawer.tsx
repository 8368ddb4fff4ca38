import { Form, Input } from "antd";
import { call } from "#src/office/calls/http.ts";
import { notify } from "#src/office/calls/notify.ts";
import { CrudDrawer } from "#src/office/form/crud-drawer.tsx";
import { DESK, tellDesk } from "./calls.ts";
import type { DeskRow } from "./wire.ts";

/** A step that asks for a reason, and with what. */
export type Asked = {
  verb: "sendBack" | "cancel";
  row: Pick<DeskRow, "id" | "version" | "title" | "taken">;
};

const WORDS = {
  sendBack: { title: "退回", label: "退回原因", extra: () => "写活动的同事会看到。" },
  cancel: {
    title: "取消活动",
    label: "取消原因",
    extra: (taken: number) =>
      `会发给所有报名的人（现有 ${taken} 人占用名额），并显示在网站上；已缴费的转入退费。不能撤回。`,
  },
} as const;

export function OpinionDrawer({
  asked: { verb, row },
  onClose,
}: {
  asked: Asked;
  onClose: () => void;
}) {
  const { title, label, extra } = WORDS[verb];
  return (
    <CrudDrawer
      title={`${title}：${row.title}`}
      initial={{ opinion: "" }}
      names={["opinion"]}
      save={async ({ opinion }) => {
        const { msg } = await call<{ msg: string }>("PUT", `${DESK}/${verb}`, {
          body: { id: row.id, version: row.version, opinion },
          isQuiet: true,
        });
        notify.success(msg);
        await tellDesk();
        onClose();
      }}
      onClose={onClose}
    >
      <Form.Item name="opinion" label={label} extra={extra(row.taken)}>
        <Input.TextArea rows={4} maxLength={200} showCount />
      </Form.Item>
    </CrudDrawer>
  );
}
