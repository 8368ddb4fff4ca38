import { useEffect, useState } from "react";
import { checkPhone } from "../../lib/people/phone.ts";
import { callApi } from "../session/http.ts";
import type { Captcha } from "./use-captcha.ts";
import type { Form } from "./use-form.ts";

/** Seconds between two codes (product 4.2). */
const GAP_SECONDS = 60;

export type CodeSender = {
  /** Whether one was sent since the page was opened. */
  isSent: boolean;
  isSending: boolean;
  /** Until the next one may be asked for; 0 when it may. */
  secondsLeft: number;
  send(): Promise<void>;
};

/**
 * Sends codes for the field `name` of a form, with the gap between them. `deliver` asks for one; it resolves with
 * false where the form keeps it back, and what it throws is `onFailed`'s. `onOver`: the next may be asked for.
 */
export function useCodeGap<V extends Record<string, string>>({
  form,
  name,
  deliver,
  onFailed,
  onOver = () => undefined,
}: {
  form: Form<V>;
  name: string;
  deliver: () => Promise<boolean>;
  onFailed: (error: unknown) => void;
  onOver?: () => void;
}): CodeSender {
  const [sentAt, setSentAt] = useState(0);
  const [secondsLeft, setSecondsLeft] = useState(0);
  const [isSending, setSending] = useState(false);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `onOver` is new at every render
  useEffect(() => {
    if (sentAt === 0) return;
    const timer = setInterval(() => {
      const left = Math.ceil(GAP_SECONDS - (Date.now() - sentAt) / 1_000);
      setSecondsLeft(Math.max(left, 0));
      if (left > 0) return;
      clearInterval(timer);
      onOver();
    }, 250);
    return () => clearInterval(timer);
  }, [sentAt]);

  const send = async () => {
    if (isSending || secondsLeft > 0) return;
    setSending(true);
    try {
      if (!(await deliver())) return;
      setSentAt(Date.now());
      setSecondsLeft(GAP_SECONDS);
      form.formRef.current?.querySelector<HTMLElement>(`[name="${name}"]`)?.focus();
    } catch (error) {
      onFailed(error);
    } finally {
      setSending(false);
    }
  };

  return { isSent: sentAt > 0, isSending, secondsLeft, send };
}

/**
 * Sends an SMS code for a form with the fields `phone` and `smsCode` and a captcha. The solved
 * question stays on show while one waits; a new one comes with the chance to send again.
 */
export function useCodeSender<V extends { phone: string; smsCode: string }>(
  scene: "login" | "register" | "forget" | "activity" | "advice",
  form: Form<V>,
  captcha: Captcha,
): CodeSender {
  return useCodeGap({
    form,
    name: "smsCode",
    deliver: async () => {
      const { phone } = form.values;
      const isRefused = form.refuse({
        phone: checkPhone(phone),
        captcha: captcha.isOn && captcha.value.trim() === "" ? "请先输入验证码" : undefined,
      });
      if (isRefused) return false;
      await callApi("POST", "/sendCode", {
        isToken: false,
        body: { phone, scene, code: captcha.value, uuid: captcha.uuid },
      });
      return true;
    },
    onFailed: (error) => {
      form.fail(error, { code: "captcha" });
      captcha.reload();
    },
    onOver: captcha.reload,
  });
}
