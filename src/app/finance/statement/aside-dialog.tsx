import { useMutation } from "@tanstack/react-query";
import { Input, Modal } from "antd";
import { useState } from "react";
import { isReason, REASON_ASKED } from "#src/lib/text/reason.ts";
import { fieldTexts, report } from "#src/office/calls/http.ts";
import { notify } from "#src/office/calls/notify.ts";
import { useCarefulClose } from "#src/office/layers/use-careful-close.ts";
import { putAside } from "./calls.ts";
import type { LineRow } from "./wire.ts";

/** Puts lines aside that are no dues, with a reason. */
export function AsideDialog({
  rows,
  onClose,
  onDone,
}: {
  rows: readonly LineRow[];
  onClose: () => void;
  onDone: () => void;
}) {
  const [reason, setReason] = useState("");
  const [problem, setProblem] = useState("");
  const { close, settle } = useCarefulClose(
    reason.trim() !== "",
    { title: "放弃填写的原因？", text: "流水还没有标记，关闭后要重新填写。" },
    onClose,
  );
  const saving = useMutation({
    mutationFn: () =>
      putAside(
        rows.map(({ id }) => id),
        reason.trim(),
      ),
    onSuccess: ({ msg }) => {
      settle();
      notify.success(msg);
      onDone();
    },
    onError: (error) => {
      const text = fieldTexts(error)?.reason;
      if (text) setProblem(text);
      else report(error);
    },
  });
  const go = () => {
    if (saving.isPending) return;
    if (!isReason(reason.trim())) return setProblem(REASON_ASKED);
    saving.mutate();
  };
  const [first] = rows;
  return (
    <Modal
      open
      title={`标记 ${rows.length} 笔流水不是会费`}
      okText="标记"
      cancelText="取消"
      confirmLoading={saving.isPending}
      onOk={go}
      onCancel={() => void close()}
    >
      <p className="st-lead">
        {rows.length === 1 && first ? `${first.payerName} ${first.leftAmount} 元。` : ""}
        标记后不再提示匹配，可以随时恢复。
      </p>
      <Input.TextArea
        autoFocus
        rows={3}
        maxLength={200}
        aria-label="原因"
        aria-invalid={problem !== ""}
        placeholder="如：培训费，另行入账"
        status={problem ? "error" : ""}
        value={reason}
        onChange={({ target }) => {
          setReason(target.value);
          setProblem("");
        }}
      />
      <p className="o-problem" role="alert">
        {problem}
      </p>
    </Modal>
  );
}
