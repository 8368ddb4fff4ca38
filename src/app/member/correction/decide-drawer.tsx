import { Form, Input } from "antd";
import { REASON } from "#src/lib/text/reason.ts";
import { call } from "#src/office/calls/http.ts";
import { notify } from "#src/office/calls/notify.ts";
import { tellChanges } from "#src/office/calls/queries.ts";
import { CrudDrawer } from "#src/office/form/crud-drawer.tsx";
import { PATH, Sides, useCorrection } from "./correction-drawer.tsx";
import type { CorrectionRow } from "./wire.ts";

type Props = { row: CorrectionRow; verb: "agree" | "refuse"; onClose: () => void };

const TITLES = { agree: "同意更正", refuse: "不予更正" } as const;

/** Puts the register right, or says why not; both sides stay in sight. */
export function DecideDrawer({ row, verb, onClose }: Props) {
  const whole = useCorrection(row.id);
  const isAgreed = verb === "agree";
  return (
    <CrudDrawer
      title={`${TITLES[verb]}：${row.memberName}（${row.memberNo}）`}
      initial={{ opinion: "" }}
      names={["opinion"]}
      save={async (values) => {
        const { msg } = await call<{ msg: string }>("PUT", `${PATH}/${verb}`, {
          body: { id: row.id, version: row.version, ...values },
          isQuiet: true,
        });
        onClose();
        notify.success(msg);
        await tellChanges([PATH, "/api/bll/member", "inbox"]);
      }}
      onClose={onClose}
    >
      {whole && (
        <dl className="rd-facts correction-sides">
          <Sides row={whole} />
        </dl>
      )}
      <Form.Item
        name="opinion"
        label={isAgreed ? "备注（选填）" : "原因"}
        extra={
          isAgreed
            ? "保存后名册随即更正，并通知本人；名称有变的，电子会员证换发，旧证撤销。"
            : `${REASON.least} 到 ${REASON.most} 个字，本人会看到。`
        }
      >
        <Input.TextArea rows={3} maxLength={REASON.most} />
      </Form.Item>
    </CrudDrawer>
  );
}
