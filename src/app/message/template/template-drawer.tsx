import { Button, Form, Input, Switch, Tabs } from "antd";
import { CHANNEL_NAMES, CHANNELS, type Channel } from "#src/lib/message/channels.ts";
import {
  examplesOf,
  TEMPLATE_NAMES,
  type TemplateFields,
  templateProblems,
} from "#src/lib/message/template-fields.ts";
import { filled, MAX_TEXT, MAX_TITLE, signed, smsParts } from "#src/lib/message/text.ts";
import { useCan } from "#src/office/account/can.tsx";
import { call, report } from "#src/office/calls/http.ts";
import { notify } from "#src/office/calls/notify.ts";
import { tellChange } from "#src/office/calls/queries.ts";
import { CrudDrawer, Ruled } from "#src/office/form/crud-drawer.tsx";
import type { TemplateRow } from "./wire.ts";

const PATH = "/api/bll/message/template";

type Fields = Readonly<Record<string, unknown>>;

/** The texts of an event in its channels: written beside a preview with example values. */
export function TemplateDrawer({
  row,
  society,
  onClose,
}: {
  row: TemplateRow;
  society: string;
  onClose: () => void;
}) {
  const save = async (values: Fields) => {
    const { event, siteVersion, smsVersion, mailVersion } = row;
    await call("PUT", PATH, {
      body: { event, siteVersion, smsVersion, mailVersion, ...values },
      isQuiet: true,
    });
    notify.success(`已保存「${row.name}」`);
    await tellChange([PATH]);
    onClose();
  };
  const initial = Object.fromEntries(TEMPLATE_NAMES.map((name) => [name, row[name]]));
  return (
    <CrudDrawer
      title={row.name}
      width={640}
      names={TEMPLATE_NAMES}
      initial={initial}
      save={save}
      onClose={onClose}
    >
      <p className="o-note mt-when">发送时机：{row.when}</p>
      <Tabs
        items={CHANNELS.map((channel) => ({
          key: channel,
          label: CHANNEL_NAMES[channel],
          // A refusal of the server may concern any of them.
          forceRender: true,
          children: <ChannelPart row={row} channel={channel} society={society} />,
        }))}
      />
    </CrudDrawer>
  );
}

const keysOf = (channel: Channel) =>
  ({
    site: { title: "siteTitle", text: "siteText" },
    sms: { title: undefined, text: "smsText" },
    mail: { title: "mailTitle", text: "mailText" },
  })[channel] as { title: keyof TemplateFields | undefined; text: keyof TemplateFields };

/** The server's own rule, said while one writes. */
const ruleOf = (event: string, name: keyof TemplateFields) => ({
  validator: (_rule: unknown, value: unknown) => {
    const blank = { siteTitle: "x", siteText: "x", smsText: "x", smsCode: "", mailTitle: "x" };
    const fields = { ...blank, mailText: "x", smsIsOn: true, mailIsOn: true, [name]: value ?? "" };
    const text = templateProblems(event, fields)[name];
    return text ? Promise.reject(new Error(text)) : Promise.resolve();
  },
});

function ChannelPart({
  row,
  channel,
  society,
}: {
  row: TemplateRow;
  channel: Channel;
  society: string;
}) {
  const form = Form.useFormInstance();
  const can = useCan();
  const keys = keysOf(channel);
  const title = String(Form.useWatch(keys.title ?? "smsCode", form) ?? "");
  const text = String(Form.useWatch(keys.text, form) ?? "");
  const code = String(Form.useWatch("smsCode", form) ?? "");
  const initial = row.initial[keys.text as keyof TemplateRow["initial"]];
  const initialTitle = keys.title && row.initial[keys.title as keyof TemplateRow["initial"]];
  const isOwn = text !== initial || (keys.title !== undefined && title !== initialTitle);

  const restore = () => {
    type(keys.text, initial, true);
    if (keys.title && initialTitle !== undefined) type(keys.title, initialTitle, true);
  };
  const test = async () => {
    await form.validateFields([keys.text, ...(keys.title ? [keys.title] : [])]);
    const body = {
      event: row.event,
      channel,
      text,
      ...(keys.title ? { title } : {}),
      ...(channel === "sms" ? { code } : {}),
    };
    await call<{ msg: string }>("POST", `${PATH}/test`, { body, isQuiet: true }).then(
      ({ msg }) => notify.success(msg),
      report,
    );
  };

  return (
    <>
      {channel !== "site" && (
        <Form.Item
          name={`${channel}IsOn`}
          label={`发送${CHANNEL_NAMES[channel]}`}
          valuePropName="checked"
          {...(channel === "sms" && row.mostSms > 0
            ? { extra: `同一事项的这类提醒最多发 ${row.mostSms} 条短信，站内消息不限。` }
            : {})}
        >
          <Switch />
        </Form.Item>
      )}
      {keys.title && (
        <Form.Item
          name={keys.title}
          label={<Ruled label="标题" rule={`最多 ${MAX_TITLE} 个字符`} />}
          rules={[ruleOf(row.event, keys.title)]}
        >
          <Input />
        </Form.Item>
      )}
      <Form.Item
        name={keys.text}
        label={<Ruled label="内容" rule={`最多 ${MAX_TEXT[channel]} 个字符`} />}
        rules={[ruleOf(row.event, keys.text)]}
      >
        <Input.TextArea autoSize={{ minRows: channel === "sms" ? 3 : 5, maxRows: 14 }} />
      </Form.Item>
      <fieldset className="mt-fields">
        <legend className="o-note">可用的字段，点一下插到光标处：</legend>
        {row.fields.map(({ name }) => (
          <Button key={name} size="small" onClick={() => type(keys.text, `{${name}}`)}>
            {name}
          </Button>
        ))}
      </fieldset>
      {channel === "sms" && (
        <Form.Item
          name="smsCode"
          label={<Ruled label="平台模板编号" rule="使用阿里云或腾讯云短信时必填" />}
          extra="在短信平台报备同样的文字，变量按上文出现的顺序，通过后把编号填在这里。"
          rules={[ruleOf(row.event, "smsCode")]}
        >
          <Input />
        </Form.Item>
      )}
      <Preview channel={channel} event={row.event} title={title} text={text} society={society} />
      <p className="mt-acts">
        {isOwn && (
          <Button size="small" onClick={restore}>
            恢复默认文字
          </Button>
        )}
        {can.permi(["system:message:test"]) && (
          <Button size="small" onClick={() => void test().catch(() => undefined)}>
            试发给自己
          </Button>
        )}
      </p>
    </>
  );
}

/** Types into a field as a person would: it can be undone, and the form hears of it. */
function type(name: string, text: string, isWhole = false): void {
  const field = document.getElementById(name);
  if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return;
  field.focus();
  if (isWhole) field.select();
  document.execCommand("insertText", false, text);
}

function Preview({
  channel,
  event,
  title,
  text,
  society,
}: {
  channel: Channel;
  event: string;
  title: string;
  text: string;
  society: string;
}) {
  const examples = examplesOf(event);
  const body = filled(text, examples);
  const sms = signed(society, body);
  return (
    <section className="mt-preview" aria-label={`${CHANNEL_NAMES[channel]}预览`}>
      <p className="mt-of">按示例值预览</p>
      {channel !== "sms" && <p className="mt-title">{filled(title, examples)}</p>}
      <p className="mt-text">{channel === "sms" ? sms : body}</p>
      {channel === "sms" && (
        <p className="o-note">
          {sms.length} 字，按 {smsParts(sms)} 条计费（70 字以内 1 条，更长时每 67 字 1 条）
        </p>
      )}
    </section>
  );
}
