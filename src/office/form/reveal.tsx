import { useMutation } from "@tanstack/react-query";
import { Button, Form, Input, Modal } from "antd";
import { useState } from "react";
import type { Permission } from "#src/lib/menu/permission.ts";
import { isBlank } from "#src/lib/text/blank.ts";
import { useCan } from "../account/can.tsx";
import { showRefusal } from "../calls/form-errors.ts";
import { call } from "../calls/http.ts";
import { useCarefulClose } from "../layers/use-careful-close.ts";
import { useOfficeForm } from "./use-office-form.ts";
import "./reveal.css";

/** What is usually the reason; another one can be typed. */
const REASONS = ["电话核实本人资料", "办理本人申请事项", "回复本人咨询"];
const MAX = 200;

type Props = {
  /** Below /prod-api: asks `POST <path>/reveal`. */
  path: string;
  permi: Permission;
  id: number;
  /** Name of the field in the call, and what people call it. */
  field: string;
  label: string;
  /** Whose it is. */
  of: string;
  /** As the list has it. */
  masked: string;
};

/**
 * A masked value; 查看 asks for a reason and shows it whole until the row is read again. Each look is logged with
 * its reason.
 */
export function Reveal({ path, permi, id, field, label, of, masked }: Props) {
  const can = useCan();
  const [shown, setShown] = useState<{ of: string; value: string }>();
  const [isAsking, setAsking] = useState(false);
  if (masked === "") return "—";
  const key = `${id}:${field}:${masked}`;
  if (shown?.of === key) return <span className="of-reveal">{shown.value}</span>;
  if (!can.permi([permi])) return masked;
  return (
    <span className="of-reveal">
      {masked}
      <button
        type="button"
        className="o-link"
        aria-label={`查看「${of}」的完整${label}，查看会留下记录`}
        title="查看会留下记录"
        onClick={() => setAsking(true)}
      >
        查看
      </button>
      {isAsking && (
        <ReasonDialog
          title={`查看「${of}」的完整${label}`}
          onClose={() => setAsking(false)}
          ask={async (reason) => {
            const { data } = await call<{ data: { revealed: string } }>("POST", `${path}/reveal`, {
              body: { id, field, reason },
              isQuiet: true,
            });
            setShown({ of: key, value: data.revealed });
            setAsking(false);
          }}
        />
      )}
    </span>
  );
}

function ReasonDialog({
  title,
  ask,
  onClose,
}: {
  title: string;
  ask: (reason: string) => Promise<void>;
  onClose: () => void;
}) {
  const [form] = useOfficeForm<{ reason: string }>();
  const typed = Form.useWatch("reason", form) ?? "";
  const { close, settle } = useCarefulClose(
    !isBlank(typed),
    { title: "放弃填写的原因？", text: "号码还没有查看，关闭后要重新填写。" },
    onClose,
  );
  const asking = useMutation({
    mutationFn: ({ reason }: { reason: string }) => ask(reason),
    onSuccess: settle,
    onError: (error) => showRefusal(form, ["reason"], error),
  });
  return (
    <Modal
      open
      width={480}
      title={title}
      okText="查看"
      cancelText="取消"
      confirmLoading={asking.isPending}
      onOk={() => form.submit()}
      onCancel={() => void close()}
    >
      <Form
        form={form}
        layout="vertical"
        requiredMark={false}
        initialValues={{ reason: "" }}
        onFinish={(values) => {
          if (!asking.isPending) asking.mutate(values);
        }}
      >
        <Form.Item
          name="reason"
          label="查看原因"
          extra="查看人、时间和原因会记入操作日志"
          rules={[
            {
              validator: async (_rule, value: string) => {
                if (isBlank(value) || Array.from(value.trim()).length < 5)
                  throw new Error(`请填写查看原因，5-${MAX}个字`);
              },
            },
          ]}
        >
          <Input.TextArea autoFocus rows={3} maxLength={MAX} showCount />
        </Form.Item>
        <div className="of-reasons">
          {REASONS.map((reason) => (
            <Button
              key={reason}
              size="small"
              onClick={() => {
                form.setFieldsValue({ reason });
                void form.validateFields();
              }}
            >
              {reason}
            </Button>
          ))}
        </div>
      </Form>
    </Modal>
  );
}
