import { type ReactElement, useEffect, useRef, useState } from "react";
import { ADVICE_MAX, AGREE_ADVICE, checkAdvice, lengthOf } from "#src/lib/advice/form.ts";
import { checkPhone, checkSmsCode } from "#src/lib/people/phone.ts";
import type { Topics } from "#src/site/advice/advice-card.tsx";
import { CRISIS_PHONES, crisisAnswer } from "#src/site/chat/chat-replies.ts";
import { Telephone } from "#src/site/footer/telephone.tsx";
import { FieldShell, hintId } from "#src/site/form/field-shell.tsx";
import { CheckField, Field, SubmitButton } from "#src/site/form/form.tsx";
import { PhoneProof } from "#src/site/form/phone-proof.tsx";
import { useForm } from "#src/site/form/use-form.ts";
import { callApi } from "#src/site/session/http.ts";
import { callAsMember } from "#src/site/session/member-session.ts";
import { useVisitor } from "#src/site/session/session.ts";

import "#src/site/form/upload-list.css";

const PATH = "/api/bll/advice";
const EMPTY = { name: "", topic: "", content: "", phone: "", smsCode: "" };
const CONTENT_RULE = `最多 ${ADVICE_MAX.content} 个字。请写年龄段，不写孩子的姓名、学校、班级和证件号码`;

type Props = {
  readonly topics: Topics;
  readonly crisisWords: readonly string[];
  /** To call when no message comes. */
  readonly phone: string;
};

/** The form of a question. An account is known by its session; a guest proves the phone by a code. */
export function AdviceForm({ topics, crisisWords, phone }: Props): ReactElement {
  const { state, user } = useVisitor();
  const form = useForm(EMPTY);
  const [isAgreed, setAgreed] = useState(false);
  const [sent, setSent] = useState<{ adviceNo: string; isMember: boolean }>();
  const isPhoneKnown = Boolean(user?.phoneMasked);
  const crisis = crisisAnswer(crisisWords, form.values.content);

  if (sent) {
    return (
      <Sent
        {...sent}
        crisis={crisis?.text}
        phone={phone}
        onAgain={() => {
          form.set("content", "");
          form.set("smsCode", "");
          setSent(undefined);
        }}
      />
    );
  }

  const onSubmit = form.submit(
    (values) => ({
      ...checkAdvice(values),
      phone: isPhoneKnown ? undefined : checkPhone(values.phone),
      smsCode: isPhoneKnown ? undefined : checkSmsCode(values.smsCode),
      agree: isAgreed ? undefined : AGREE_ADVICE,
    }),
    async (values) => {
      const body = { ...values, agree: isAgreed };
      const { data } = user
        ? await callAsMember<{ data: { adviceNo: string } }>(user.userId, "POST", PATH, { body })
        : await callApi<{ data: { adviceNo: string } }>("POST", PATH, { isToken: false, body });
      setSent({ adviceNo: data.adviceNo, isMember: user !== undefined });
    },
  );
  const { content, topic } = form.values;
  const { errors } = form;

  return (
    <>
      <noscript>
        <p className="form-message">
          在线提交需要启用浏览器的 JavaScript，也可以直接拨打咨询热线。
        </p>
      </noscript>
      <form
        className="form"
        method="post"
        aria-labelledby="ask-title"
        noValidate
        ref={form.formRef}
        onSubmit={onSubmit}
      >
        <Field
          {...form.field("name")}
          label="怎样称呼您"
          help="如李女士、一位爸爸；不用写全名"
          autoComplete="off"
          maxLength={40}
        />
        <FieldShell id="ask-topic" label="咨询主题" error={errors.topic}>
          <select
            id="ask-topic"
            name="topic"
            className="input"
            value={topic}
            onChange={(event) => form.set("topic", event.target.value)}
            aria-invalid={errors.topic ? true : undefined}
            aria-describedby={hintId("ask-topic", { error: errors.topic })}
          >
            <option value="">请选择</option>
            {topics.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        </FieldShell>
        <FieldShell
          id="ask-content"
          label="想咨询的问题"
          error={errors.content}
          help={CONTENT_RULE}
          aside={
            <span
              data-over={lengthOf(content) > ADVICE_MAX.content ? "" : undefined}
            >{`${lengthOf(content)} / ${ADVICE_MAX.content}`}</span>
          }
        >
          <textarea
            id="ask-content"
            name="content"
            className="input"
            rows={8}
            value={content}
            onChange={(event) => form.set("content", event.target.value)}
            aria-invalid={errors.content ? true : undefined}
            aria-describedby={hintId("ask-content", { error: errors.content, help: CONTENT_RULE })}
          />
        </FieldShell>
        <div role="status">{crisis ? <Help text={crisis.text} phone={phone} /> : null}</div>
        {isPhoneKnown ? (
          <p className="advice-known">
            {`答复会发到您的账号，并以短信提醒 ${user?.phoneMasked ?? ""}。`}
          </p>
        ) : state === "unknown" ? null : (
          <PhoneProof
            form={form}
            scene="advice"
            help="只用于通知您有了答复；短信里不含咨询内容"
            helpPhone={phone}
          />
        )}
        <CheckField
          name="agree"
          isChecked={isAgreed}
          onChange={(value) => {
            setAgreed(value);
            form.clear("agree");
          }}
          error={errors.agree}
        >
          我已年满 18 周岁，已阅读并同意
          <a className="link" href="/agreement?doc=privacy" target="_blank" rel="noopener">
            《隐私政策》
          </a>
        </CheckField>
        <SubmitButton
          isBusy={form.isBusy}
          label="提交咨询"
          busyLabel="正在提交"
          message={form.message}
        />
      </form>
    </>
  );
}

/** The numbers that help at once. */
function Help({ text, phone }: { readonly text: string; readonly phone: string }) {
  return (
    <div className="advice-help">
      <p>{text}</p>
      <ul>
        {CRISIS_PHONES.map(({ number, label }) => (
          <li key={number}>
            {label}
            <Telephone phone={number} className="link" />
          </li>
        ))}
        {phone ? (
          <li>
            学会咨询热线
            <Telephone phone={phone} className="link" />
          </li>
        ) : null}
      </ul>
    </div>
  );
}

type SentProps = {
  readonly adviceNo: string;
  readonly isMember: boolean;
  readonly crisis: string | undefined;
  readonly phone: string;
  readonly onAgain: () => void;
};

function Sent({ adviceNo, isMember, crisis, phone, onAgain }: SentProps) {
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => panel.current?.focus(), []);
  return (
    <div ref={panel} className="advice-sent" tabIndex={-1} role="status">
      <h3>已经收到您的咨询</h3>
      <p>
        咨询编号 <strong>{adviceNo}</strong>
      </p>
      <p>
        {isMember
          ? "老师答复后会发消息到您的账号，并以短信提醒。"
          : "请记下编号。老师答复后会有短信提醒，凭编号和手机号查看。"}
      </p>
      {crisis ? <Help text={crisis} phone={phone} /> : null}
      <div className="personal-ways">
        <a
          className="btn btn-primary"
          href={isMember ? "/personal/advice" : `/advisoryImg/answer?no=${adviceNo}`}
        >
          {isMember ? "查看我的咨询" : "查看答复"}
        </a>
        <button type="button" className="btn btn-outline" onClick={onAgain}>
          再提交一条
        </button>
      </div>
    </div>
  );
}
