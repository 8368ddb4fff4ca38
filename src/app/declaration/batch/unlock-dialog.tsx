import { useMutation } from "@tanstack/react-query";
import { Form, Input, Modal } from "antd";
import { useState } from "react";
import { call, fieldTexts, report } from "#src/office/calls/http.ts";
import { notify } from "#src/office/calls/notify.ts";
import { tellChange } from "#src/office/calls/queries.ts";
import { useCarefulClose } from "#src/office/layers/use-careful-close.ts";
import { ENTITY } from "./entity.ts";
import type { BatchRow, Unlocked } from "./wire.ts";

const FIELDS = [
  ["itemNo", "申报编号", "已开始填写的，填草稿的申报编号"],
  ["phone", "手机号码", "还没有开始填写的，填申报人的手机号码"],
  ["untilAt", "延至", "如 2026-12-20 17:00:00"],
  ["reason", "原因", "5 到 200 个字，记入操作日志"],
] as const;

type Name = (typeof FIELDS)[number][0];
const NOTHING: Readonly<Record<Name, string>> = { itemNo: "", phone: "", untilAt: "", reason: "" };

/** 个人延时: one person may hand in later than the batch closes. */
export function UnlockDialog({ batch, onClose }: { batch: BatchRow; onClose: () => void }) {
  const [values, setValues] = useState(NOTHING);
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  const { close, settle } = useCarefulClose(
    Object.values(values).some((text) => text !== ""),
    { title: "放弃延时？", text: "还没有保存，关闭后要重新填写。" },
    onClose,
  );
  const saving = useMutation({
    mutationFn: () =>
      call<{ data: Unlocked }>("POST", `${ENTITY.path}/unlock`, {
        body: { id: batch.id, ...values },
        isQuiet: true,
      }),
    onSuccess: async ({ data }) => {
      settle();
      notify.success(`${data.nickName} 可以申报到 ${data.untilAt}`);
      onClose();
      await tellChange([ENTITY.path]);
    },
    onError: (error) => {
      const texts = fieldTexts(error);
      if (texts) setProblems(texts);
      else report(error);
    },
  });
  return (
    <Modal
      open
      width={520}
      title={`「${batch.batchName}」个人延时`}
      okText="保存"
      cancelText="取消"
      confirmLoading={saving.isPending}
      onOk={() => saving.mutate()}
      onCancel={() => void close()}
    >
      <p>{`批次于 ${batch.closeAt ?? "—"} 截止。申报编号和手机号码填一项即可。`}</p>
      <Form layout="vertical" component="div">
        {FIELDS.map(([name, label, rule]) => (
          <Form.Item
            key={name}
            label={label}
            htmlFor={`unlock-${name}`}
            help={problems[name] ?? rule}
            {...(problems[name] ? { validateStatus: "error" as const } : {})}
          >
            <Input
              id={`unlock-${name}`}
              value={values[name]}
              onChange={({ target }) => {
                setValues({ ...values, [name]: target.value });
                setProblems({});
              }}
            />
          </Form.Item>
        ))}
      </Form>
    </Modal>
  );
}
