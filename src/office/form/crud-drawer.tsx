import { useMutation } from "@tanstack/react-query";
import { Button, Drawer, Form, Input } from "antd";
import { type ReactNode, useEffect, useState } from "react";
import { showRefusal } from "../calls/form-errors.ts";
import { Key } from "../keys/keys.tsx";
import { useCarefulClose } from "../layers/use-careful-close.ts";
import { useIsMobile } from "../shell/use-media.ts";
import { useOpening } from "../tabs/use-on-change.ts";
import { useOfficeForm } from "./use-office-form.ts";

type Values = Record<string, unknown>;

/**
 * A form in a drawer on the right: labels on top, a footer that stays, what was typed kept when the
 * server refuses. Closing asks where something would be lost; Ctrl S saves.
 */
export function CrudDrawer({
  title,
  initial,
  names,
  width = 480,
  saveLabel = "保存",
  save,
  onClose,
  children,
}: {
  title: string;
  initial: Values;
  /** Fields of the form: texts of a refusal go to them, all else is a toast. */
  names: readonly string[];
  width?: 480 | 640;
  /** What the button says that does not keep something: 下载. */
  saveLabel?: string;
  /** Resolves when it is kept; closing is up to the caller. */
  save: (values: Values) => Promise<void>;
  onClose: () => void;
  children: ReactNode;
}) {
  const [form] = useOfficeForm<Values>();
  const [changes, setChanges] = useState(0);
  const isMobile = useIsMobile();
  const { close, settle } = useCarefulClose(
    changes > 0,
    {
      title: `放弃「${title.replaceAll("「", "『").replaceAll("」", "』")}」的修改？`,
      text: `有 ${changes} 项还没有保存，关闭后将丢失。`,
      ok: "放弃修改",
    },
    onClose,
  );
  const opening = useOpening(() => {
    if (names[0]) form.focusField(names[0]);
  });
  // The focus is nowhere when its element is gone: a picture that was removed, a row of the page.
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.target !== document.body || !isSave(event)) return;
      event.preventDefault();
      form.submit();
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, [form]);
  const saving = useMutation({
    mutationFn: save,
    onSuccess: () => {
      setChanges(0);
      settle();
    },
    onError: (error) => showRefusal(form, names, error),
  });

  return (
    <Drawer
      open
      title={title}
      size={isMobile ? "100%" : width}
      onClose={() => void close()}
      afterOpenChange={opening}
      footer={
        <div className="cr-foot">
          <span className="o-note">{changes > 0 ? `${changes} 项未保存` : ""}</span>
          <Button onClick={() => void close()}>取消</Button>
          <Button type="primary" loading={saving.isPending} onClick={() => form.submit()}>
            {saveLabel} <Key>Ctrl S</Key>
          </Button>
        </div>
      }
    >
      <Form
        form={form}
        layout="vertical"
        className="cr-form"
        requiredMark={false}
        scrollToFirstError={{ focus: true }}
        initialValues={initial}
        onValuesChange={(_change, all: Values) =>
          setChanges(
            // Of the fields that are shown: a built-in row has fewer.
            names.filter((name) => name in all && plain(all[name]) !== plain(initial[name])).length,
          )
        }
        onFinish={(values) => {
          if (!saving.isPending) saving.mutate(values);
        }}
        onKeyDown={(event) => {
          if (!isSave(event)) return;
          event.preventDefault();
          form.submit();
        }}
      >
        {children}
        <button type="submit" className="o-hidden" tabIndex={-1} aria-hidden="true" />
      </Form>
    </Drawer>
  );
}

const isSave = ({ ctrlKey, metaKey, code }: Pick<KeyboardEvent, "ctrlKey" | "metaKey" | "code">) =>
  (ctrlKey || metaKey) && code === "KeyS";

const plain = (value: unknown) => JSON.stringify(value ?? "");

/** A label with its rule beside it, said before anything is wrong. */
export function Ruled({ label, rule }: { label: string; rule: string }) {
  return (
    <>
      {label}
      <span className="o-note cr-rule">{rule}</span>
    </>
  );
}

/** Rules of a field by the server's own texts (wire 4.4). */
export const textRules = (label: string, max: number, missing = `${label}不能为空`) => [
  { required: true, whitespace: true, message: missing },
  { max, message: `${label}长度不能超过${max}个字符` },
];

/** 备注, as every entity has it (wire 5). */
export const RemarkItem = ({ rows = 3, className }: { rows?: number; className?: string }) => (
  <Form.Item
    name="remark"
    {...(className ? { className } : {})}
    label={<Ruled label="备注" rule="最多 500 个字符" />}
    rules={[{ max: 500, message: "备注长度不能超过500个字符" }]}
  >
    <Input.TextArea rows={rows} />
  </Form.Item>
);
