import { Alert, Button, Drawer, Form, Tabs } from "antd";
import { type ReactNode, useState } from "react";
import { CopyButton } from "#src/office/form/copy-button.tsx";
import { saveText } from "#src/office/form/save-text.ts";
import { useIsMobile } from "#src/office/shell/use-media.ts";
import { type Problem, toJson } from "./check.ts";
import { toCode } from "./code.ts";
import { FieldGrid } from "./control.tsx";
import type { FormModel } from "./fields.ts";

function Side({
  title,
  onClose,
  children,
}: {
  title: string;
  onClose: () => void;
  children: ReactNode;
}) {
  const isMobile = useIsMobile();
  return (
    <Drawer open title={title} size={isMobile ? "100%" : 720} onClose={onClose}>
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
                  note={`保存为 src/app/${form.folder}/${file}，再运行 npm run fix 排好格式`}
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
