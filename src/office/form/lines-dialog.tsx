import { useMutation } from "@tanstack/react-query";
import { Button, Form, Input, Modal } from "antd";
import { type ReactNode, useState } from "react";
import { showRefusal } from "../calls/form-errors.ts";
import { call } from "../calls/http.ts";
import { notify } from "../calls/notify.ts";
import { tellChange } from "../calls/queries.ts";
import { useCarefulClose } from "../layers/use-careful-close.ts";
import { useOfficeForm } from "./use-office-form.ts";
import "./desk-parts.css";

type Report = {
  added: number;
  changed: number;
  bad: { line: number; text: string; reason: string }[];
};

/**
 * Many entries at once, typed or pasted one a line, to `<path>/importLines`. What was typed stays
 * until all of it went in: wrong lines are told with their number.
 */
export function LinesDialog({
  title,
  path,
  placeholder,
  hint,
  initial,
  children,
  onClose,
}: {
  title: string;
  path: string;
  placeholder: string;
  hint: string;
  initial: Record<string, unknown>;
  /** Fields beside the lines. */
  children?: ReactNode;
  onClose: () => void;
}) {
  const [form] = useOfficeForm<Record<string, unknown>>();
  const [report, setReport] = useState<Report>();
  const [isTyped, setTyped] = useState(false);
  const { close, settle } = useCarefulClose(
    isTyped,
    { title: "放弃填写的内容？", text: "还有没导入的内容，关闭后将丢失。" },
    onClose,
  );
  const names = ["lines", ...Object.keys(initial)];
  const sending = useMutation({
    mutationFn: (values: Record<string, unknown>) =>
      call<{ msg: string; data: Report }>("POST", `${path}/importLines`, {
        body: values,
        isQuiet: true,
      }),
    onSuccess: async ({ msg, data }) => {
      await tellChange([path]);
      if (data.bad.length === 0) {
        notify.success(msg);
        settle();
        onClose();
        return;
      }
      setReport(data);
      // The refused lines are left to mend.
      const lines = String(form.getFieldValue("lines") ?? "").split(/\r\n|\r|\n/);
      form.setFieldValue("lines", data.bad.map(({ line }) => lines[line - 1] ?? "").join("\n"));
    },
    onError: (error) => showRefusal(form, names, error),
  });
  return (
    <Modal
      open
      width={640}
      title={title}
      mask={{ closable: false }}
      onCancel={() => void close()}
      footer={
        <div className="cr-foot">
          <Button onClick={() => void close()}>{report ? "关闭" : "取消"}</Button>
          <Button type="primary" loading={sending.isPending} onClick={() => form.submit()}>
            导入
          </Button>
        </div>
      }
    >
      <Form
        form={form}
        className="cr-form"
        layout="vertical"
        requiredMark={false}
        initialValues={{ lines: "", ...initial }}
        onValuesChange={(_change, { lines }) => setTyped(String(lines ?? "").trim() !== "")}
        onFinish={(values) => {
          if (!sending.isPending) sending.mutate(values);
        }}
      >
        {report && (
          <div role="status" aria-live="polite">
            <p>
              新增 {report.added} 条，更新 {report.changed} 条。下面 {report.bad.length}{" "}
              行没有导入，留在框中，改好后可以再导入：
            </p>
            <ol className="dp-bad">
              {report.bad.map(({ line, text, reason }) => (
                <li key={line}>
                  第 {line} 行「{text}」：{reason}
                </li>
              ))}
            </ol>
          </div>
        )}
        <Form.Item
          name="lines"
          label="每行一条"
          extra={hint}
          rules={[{ required: true, whitespace: true, message: "请填写要导入的内容，每行一条" }]}
        >
          <Input.TextArea autoFocus rows={10} placeholder={placeholder} className="cr-code" />
        </Form.Item>
        {children}
      </Form>
    </Modal>
  );
}
