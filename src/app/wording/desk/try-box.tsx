import { useMutation } from "@tanstack/react-query";
import { Button, Form, Input, Modal } from "antd";
import { useState } from "react";
import type { WordingHit } from "#src/lib/article/wording-hits.ts";
import { showRefusal } from "#src/office/calls/form-errors.ts";
import { call } from "#src/office/calls/http.ts";
import { Mark } from "#src/office/form/dict.tsx";
import { useOfficeForm } from "#src/office/form/use-office-form.ts";
import { useCarefulClose } from "#src/office/layers/use-careful-close.ts";
import "#src/office/form/desk-parts.css";

/** 试一试: a pasted text, and the words of the list in it. Nothing is kept. */
export function TryBox({ path }: { path: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>试一试</Button>
      {isOpen && <TryDialog path={path} onClose={() => setOpen(false)} />}
    </>
  );
}

function TryDialog({ path, onClose }: { path: string; onClose: () => void }) {
  const [form] = useOfficeForm<{ text: string }>();
  const [text, setText] = useState("");
  const trying = useMutation({
    mutationFn: (values: { text: string }) =>
      call<{ data: WordingHit[] }>("POST", `${path}/try`, { body: values, isQuiet: true }),
    onError: (error) => showRefusal(form, ["text"], error),
  });
  const hits = trying.data?.data;
  const isTried = trying.isSuccess && trying.variables.text === text;
  const { close } = useCarefulClose(
    text.trim() !== "" && !isTried,
    { title: "放弃填写的文字？", text: "这段文字还没有检查，关闭后将丢失。" },
    onClose,
  );
  return (
    <Modal
      open
      width={640}
      title="试一试：检查一段文字"
      onCancel={() => void close()}
      footer={
        <div className="cr-foot">
          <Button onClick={() => void close()}>关闭</Button>
          <Button type="primary" loading={trying.isPending} onClick={() => form.submit()}>
            检查
          </Button>
        </div>
      }
    >
      <Form
        form={form}
        layout="vertical"
        requiredMark={false}
        onValuesChange={(_change, values: { text: string }) => setText(values.text)}
        onFinish={(values) => trying.mutate(values)}
      >
        <Form.Item
          name="text"
          label="要检查的文字"
          rules={[{ required: true, whitespace: true, message: "请先粘贴要检查的文字" }]}
        >
          <Input.TextArea autoFocus rows={7} maxLength={100_000} />
        </Form.Item>
      </Form>
      <div role="status" aria-live="polite">
        {hits?.length === 0 && <p>没有发现列表中的词语。</p>}
        {hits && hits.length > 0 && (
          <>
            <p>发现 {hits.length} 个词语：</p>
            <ul className="dp-hits">
              {hits.map((hit) => (
                <Hit key={hit.wordId} hit={hit} />
              ))}
            </ul>
          </>
        )}
      </div>
    </Modal>
  );
}

function Hit({ hit }: { hit: WordingHit }) {
  const { word, level, kind, suggestion, count, context } = hit;
  const isBlock = level === "block";
  return (
    <li data-level={level}>
      <span>
        <Mark
          entry={{
            dictLabel: isBlock ? "禁止" : "提醒",
            listClass: isBlock ? "danger" : "warning",
            cssClass: "",
          }}
        />{" "}
        <b>{word}</b> {kind && <span className="o-kind">{kind}</span>}{" "}
        <span className="o-note">{count} 处</span>
      </span>
      <span className="o-note">…{context}…</span>
      {suggestion && <span>建议改为：{suggestion}</span>}
    </li>
  );
}
