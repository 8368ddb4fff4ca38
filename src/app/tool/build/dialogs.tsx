import { Alert, Button, Drawer, Form, Input, Tabs } from "antd";
import { type ReactNode, useId, useState } from "react";
import { ask } from "../../../office/notify.ts";
import { CopyButton } from "../../../office/parts/copy-button.tsx";
import { saveText } from "../../../office/parts/save-text.ts";
import { useCarefulClose } from "../../../office/use-careful-close.ts";
import { useIsMobile } from "../../../office/use-media.ts";
import { type Problem, readJsonForm, toJson } from "./check.ts";
import { toCode } from "./code.ts";
import { FieldGrid } from "./control.tsx";
import type { FormModel } from "./fields.ts";

function Side({
  title,
  onClose,
  footer,
  children,
}: {
  title: string;
  onClose: () => void;
  footer?: ReactNode;
  children: ReactNode;
}) {
  const isMobile = useIsMobile();
  return (
    <Drawer
      open
      title={title}
      size={isMobile ? "100%" : 720}
      onClose={onClose}
      {...(footer ? { footer } : {})}
    >
      {children}
    </Drawer>
  );
}

function Unready({ problems }: { problems: readonly Problem[] }) {
  return (
    <Alert
      type="warning"
      showIcon
      title={`还有 ${problems.length} 处问题，改好后才能继续`}
      description={
        <ul className="fb-problems">
          {problems.slice(0, 10).map(({ id, key, text }) => (
            <li key={`${id} ${key} ${text}`}>{text}</li>
          ))}
        </ul>
      }
    />
  );
}

/** The form as people will meet it: it checks as the real one would, and shows what it would send. */
export function PreviewDrawer({
  form,
  problems,
  onClose,
}: {
  form: FormModel;
  problems: readonly Problem[];
  onClose: () => void;
}) {
  const [sent, setSent] = useState<string>();
  return (
    <Side title="预览" onClose={onClose}>
      {problems.length > 0 ? (
        <Unready problems={problems} />
      ) : (
        <Form
          layout={form.layout}
          className="cr-form"
          requiredMark={false}
          scrollToFirstError={{ focus: true }}
          {...(form.layout === "horizontal" ? { labelCol: { flex: "120px" } } : {})}
          onValuesChange={() => setSent(undefined)}
          onFinish={(values) => setSent(JSON.stringify(values, null, 2))}
          onReset={() => setSent(undefined)}
        >
          <FieldGrid fields={form.fields} />
          <div className="cr-foot">
            {form.hasReset && <Button htmlType="reset">重置</Button>}
            <Button type="primary" htmlType="submit">
              {form.submit}
            </Button>
          </div>
          {sent !== undefined && (
            <section aria-label="将提交的内容" aria-live="polite" className="fb-sent">
              <p className="o-note">校验通过，将提交的内容：</p>
              <Listing text={sent} />
            </section>
          )}
        </Form>
      )}
    </Side>
  );
}

/** What becomes of the form: a component of this project, or the form itself as JSON. */
export function CodeDrawer({
  form,
  problems,
  onClose,
}: {
  form: FormModel;
  problems: readonly Problem[];
  onClose: () => void;
}) {
  const file = `${form.component.replace(/(?!^)[A-Z]/g, "-$&").toLowerCase()}.tsx`;
  const code = problems.length > 0 ? undefined : toCode(form);
  return (
    <Side title="代码与导出" onClose={onClose}>
      <Tabs
        items={[
          {
            key: "code",
            label: "组件代码",
            children:
              code === undefined ? (
                <Unready problems={problems} />
              ) : (
                <Exported
                  name={file}
                  note={`保存为 src/app/${form.folder}/${file}`}
                  text={code}
                  type="text/plain"
                />
              ),
          },
          {
            key: "json",
            label: "表单 JSON",
            children: (
              <Exported
                name="form.json"
                note="可以在“导入”中再次打开"
                text={toJson(form)}
                type="application/json"
              />
            ),
          },
        ]}
      />
    </Side>
  );
}

function Exported({
  name,
  note,
  text,
  type,
}: {
  name: string;
  note: string;
  text: string;
  type: string;
}) {
  return (
    <>
      <div className="fb-export">
        <span className="o-note">{note}</span>
        <CopyButton text={text} />
        <Button size="small" onClick={() => saveText(name, text, type)}>
          下载
        </Button>
      </div>
      <Listing text={text} />
    </>
  );
}

function Listing({ text }: { text: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls needs the keyboard
    <pre className="fb-code" tabIndex={0}>
      {text}
    </pre>
  );
}

/** Opens a form that was exported; what is wrong with it is said, and what was typed stays. */
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
    <Side
      title="导入表单"
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
    </Side>
  );
}
