import { Button, Drawer, Input } from "antd";
import { useId, useState } from "react";
import { ask } from "#src/office/calls/notify.ts";
import { useCarefulClose } from "#src/office/layers/use-careful-close.ts";
import { useIsMobile } from "#src/office/shell/use-media.ts";
import { readJsonForm } from "./check.ts";
import type { FormModel } from "./fields.ts";

/** Opens an exported form; its faults are listed, and the typed text stays. */
export function ImportDrawer({
  hasFields,
  onLoad,
  onClose,
}: {
  hasFields: boolean;
  onLoad: (form: FormModel) => void;
  onClose: () => void;
}) {
  const id = useId();
  const isMobile = useIsMobile();
  const [text, setText] = useState("");
  const [errors, setErrors] = useState<readonly string[]>([]);
  const { close, settle } = useCarefulClose(
    text.trim() !== "",
    { title: "放弃粘贴的表单？", text: "内容还没有导入，关闭后将丢失。" },
    onClose,
  );
  const load = async () => {
    const read = readJsonForm(text);
    if ("errors" in read) {
      setErrors(read.errors);
      return;
    }
    const isSure =
      !hasFields ||
      (await ask({
        title: "用导入的表单替换现在的？",
        text: `将换成导入的 ${read.form.fields.length} 个组件，可以撤销。`,
        ok: "替换",
      }));
    if (!isSure) return;
    settle();
    onLoad(read.form);
  };
  return (
    <Drawer
      open
      title="导入表单"
      size={isMobile ? "100%" : 720}
      onClose={() => void close()}
      footer={
        <div className="cr-foot">
          <Button onClick={() => void close()}>取消</Button>
          <Button type="primary" onClick={() => void load()}>
            导入
          </Button>
        </div>
      }
    >
      <p className="fb-import">
        <label htmlFor={id}>表单 JSON</label>
        <input
          type="file"
          accept=".json,application/json"
          aria-label="选择 JSON 文件"
          onChange={async (event) => {
            const file = event.target.files?.[0];
            if (file) setText(await file.text());
            setErrors([]);
          }}
        />
      </p>
      <Input.TextArea
        id={id}
        rows={16}
        className="cr-code"
        spellCheck={false}
        value={text}
        {...(errors.length > 0
          ? { status: "error" as const, "aria-describedby": `${id}-errors` }
          : {})}
        onChange={(event) => {
          setText(event.target.value);
          setErrors([]);
        }}
      />
      {errors.length > 0 && (
        <div id={`${id}-errors`} role="alert">
          <ul className="fb-problems o-problem">
            {errors.map((error) => (
              <li key={error}>{error}</li>
            ))}
          </ul>
        </div>
      )}
    </Drawer>
  );
}
