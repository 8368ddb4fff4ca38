import { type ReactElement, useEffect, useState } from "react";
import { Field } from "../form/form.tsx";
import type { Form } from "../form/use-form.ts";
import { callAsMember } from "../session/member-session.ts";

/** Seconds between two codes (product 4.2). */
const GAP_SECONDS = 60;

type Props<V extends Record<string, string>> = {
  readonly userId: number;
  readonly form: Form<V>;
  readonly name: keyof V & string;
  readonly label: string;
  readonly scene: "changePhone" | "bindPhone" | "bindEmail" | "cancelAccount" | "exportData";
  /** Where it goes to; without it, to one's own phone. */
  readonly to?: () => {
    problems: Record<string, string | undefined>;
    body: Record<string, string>;
  };
  /** To call when no message comes. */
  readonly helpPhone: string;
};

/** A code that is sent to somebody who is logged in, with the button that sends it and counts down. */
export function OwnCodeField<V extends Record<string, string>>(props: Props<V>): ReactElement {
  const { userId, form, name, label, scene, to, helpPhone } = props;
  const [sentAt, setSentAt] = useState(0);
  const [secondsLeft, setSecondsLeft] = useState(0);
  const [isSending, setSending] = useState(false);

  useEffect(() => {
    if (sentAt === 0) return;
    const timer = setInterval(() => {
      const left = Math.ceil(GAP_SECONDS - (Date.now() - sentAt) / 1_000);
      setSecondsLeft(Math.max(left, 0));
      if (left <= 0) clearInterval(timer);
    }, 250);
    return () => clearInterval(timer);
  }, [sentAt]);

  const isWaiting = isSending || secondsLeft > 0;
  const send = async () => {
    if (isWaiting) return;
    const { problems, body } = to?.() ?? { problems: {}, body: {} };
    if (form.refuse(problems)) return;
    setSending(true);
    try {
      await callAsMember(userId, "POST", "/bllSendCode", { body: { scene, ...body } });
      setSentAt(Date.now());
      setSecondsLeft(GAP_SECONDS);
      form.formRef.current?.querySelector<HTMLElement>(`[name="${name}"]`)?.focus();
    } catch (error) {
      form.fail(error);
    } finally {
      setSending(false);
    }
  };

  const isMail = scene === "bindEmail";
  const where = isMail ? "垃圾邮件箱" : "拦截短信";
  const help = `验证码已发送，5 分钟内有效。没有收到？请检查${where}${helpPhone ? `，或致电 ${helpPhone}` : ""}`;
  return (
    <Field
      {...form.field(name)}
      label={label}
      help={sentAt > 0 ? <span role="status">{help}</span> : undefined}
      autoComplete="one-time-code"
      inputMode="numeric"
      maxLength={10}
      placeholder="6 位数字"
      beside={
        <button
          type="button"
          className="btn btn-outline code-button"
          aria-disabled={isWaiting}
          onClick={() => void send()}
        >
          {isSending
            ? "正在发送"
            : secondsLeft > 0
              ? `${secondsLeft} 秒后重发`
              : sentAt > 0
                ? "重新获取"
                : "获取验证码"}
        </button>
      }
    />
  );
}
