import { SendOutlined } from "@ant-design/icons";
import { Alert, Button, Input } from "antd";
import { useState } from "react";
import { ask } from "#src/office/calls/notify.ts";
import { CopyButton } from "#src/office/form/copy-button.tsx";
import type { Operation, Schema } from "./document.ts";
import { curlOf, exampleOf, pathOf } from "./schema.ts";
import { type Sent, send } from "./send.ts";

const fits = (text: string) => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

/**
 * The call as one would make it: parameters, body, the line for a shell, and sending it with the
 * session of this page. What changes anything is asked about first.
 */
export function TryIt({
  operation,
  schemas,
}: {
  operation: Operation;
  schemas: Readonly<Record<string, Schema>>;
}) {
  const { method, parameters, body: bodySchema } = operation;
  const [values, setValues] = useState<Record<string, string>>({});
  const [extra, setExtra] = useState("");
  const [body, setBody] = useState(() =>
    bodySchema ? JSON.stringify(exampleOf(bodySchema, schemas), null, 2) : "",
  );
  const [problems, setProblems] = useState<Record<string, string>>({});
  const [isSending, setSending] = useState(false);
  const [sent, setSent] = useState<Sent>();
  const [failure, setFailure] = useState("");
  const path = pathOf(operation, values, extra);
  const sentBody = bodySchema ? body : undefined;
  const isRead = method === "GET";

  const run = async () => {
    const wrong: Record<string, string> = {};
    for (const { name, in: place } of parameters) {
      if (place === "path" && !values[`path ${name}`]) wrong[`path ${name}`] = `请填写 ${name}`;
    }
    if (bodySchema && !fits(body)) wrong.body = "请求体不是正确的 JSON";
    setProblems(wrong);
    if (Object.keys(wrong).length > 0) return;
    const isSure =
      isRead ||
      (await ask({
        title: `真的执行「${operation.group} · ${operation.summary}」？`,
        text: `将以您现在的账号调用 ${method} ${path}，数据会真的改变${operation.log ? "，并记入操作日志" : ""}。`,
        ok: "执行",
        isDanger: true,
      }));
    if (!isSure) return;
    setSending(true);
    setFailure("");
    try {
      setSent(await send(method, path, sentBody));
    } catch (error) {
      setSent(undefined);
      setFailure(
        error instanceof TypeError || !(error instanceof Error)
          ? "后端接口连接异常"
          : error.message,
      );
    } finally {
      setSending(false);
    }
  };

  return (
    <form
      className="sw-try"
      aria-label="试一试"
      onSubmit={(event) => {
        event.preventDefault();
        void run();
      }}
    >
      {parameters.map(({ name, in: place, description }) => {
        const key = `${place} ${name}`;
        return (
          <Entry key={key} id={`sw-${operation.id}-${key}`} name={name} problem={problems[key]}>
            {(props) => (
              <Input
                {...props}
                value={values[key] ?? ""}
                placeholder={place === "path" ? "必填" : (description ?? "")}
                onChange={(event) => setValues({ ...values, [key]: event.target.value })}
              />
            )}
          </Entry>
        );
      })}
      {isRead && (
        <Entry id={`sw-${operation.id}-extra`} name="其他参数" problem={undefined}>
          {(props) => (
            <Input
              {...props}
              value={extra}
              placeholder="名称=值&名称=值"
              onChange={(event) => setExtra(event.target.value)}
            />
          )}
        </Entry>
      )}
      {bodySchema && (
        <Entry id={`sw-${operation.id}-body`} name="请求体" problem={problems.body}>
          {(props) => (
            <Input.TextArea
              {...props}
              className="cr-code"
              autoSize={{ minRows: 4, maxRows: 16 }}
              spellCheck={false}
              value={body}
              onChange={(event) => setBody(event.target.value)}
            />
          )}
        </Entry>
      )}
      <Code
        label="curl 命令"
        copyLabel="复制命令"
        text={curlOf(operation, window.location.origin, { path, body: sentBody })}
      />
      <div className="sw-send">
        <Button
          htmlType="submit"
          {...(isRead ? { type: "primary" as const } : { danger: true })}
          icon={<SendOutlined aria-hidden />}
          loading={isSending}
        >
          {isRead ? "发送请求" : "执行…"}
        </Button>
        <span className="o-note">
          {isRead ? "用您现在的登录身份查询，得到真实的结果" : "会真的改变数据，执行前再问一次"}
        </span>
      </div>
      {failure && <Alert type="error" title={failure} showIcon />}
      {sent && <Answer sent={sent} />}
    </form>
  );
}

function Answer({ sent }: { sent: Sent }) {
  return (
    <section aria-label="返回的结果" className="sw-answer" aria-live="polite">
      <p className="o-note">
        HTTP {sent.status} · {sent.ms} 毫秒 · {sent.bytes.toLocaleString("zh-CN")} 字节 ·{" "}
        {sent.type.split(";")[0] || "没有类型"}
      </p>
      {sent.text === undefined ? (
        <p>返回的是文件，这里不显示内容。</p>
      ) : (
        <Code label="返回内容" copyLabel="复制内容" text={sent.text} />
      )}
    </section>
  );
}

/** A text in fixed width with its copy button. */
function Code({ label, copyLabel, text }: { label: string; copyLabel: string; text: string }) {
  return (
    <div className="sw-code">
      <div className="sw-code-head">
        <span className="o-note">{label}</span>
        <CopyButton text={text} label={copyLabel} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls needs the keyboard */}
      <pre tabIndex={0}>{text}</pre>
    </div>
  );
}

type FieldProps = { id: string; status?: "error"; "aria-describedby"?: string };

function Entry({
  id,
  name,
  problem,
  children,
}: {
  id: string;
  name: string;
  problem: string | undefined;
  children: (props: FieldProps) => React.ReactNode;
}) {
  return (
    <div className="sw-entry">
      <label htmlFor={id}>{name}</label>
      <div>
        {children({
          id,
          ...(problem ? { status: "error" as const, "aria-describedby": `${id}-problem` } : {}),
        })}
        {problem && (
          <p id={`${id}-problem`} className="o-problem" role="alert">
            {problem}
          </p>
        )}
      </div>
    </div>
  );
}
