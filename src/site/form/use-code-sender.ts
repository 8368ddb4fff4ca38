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
 * Sends an SMS code for a form with the fields `phone` and `smsCode` and a captcha. The solved
 * question stays on show while one waits; a new one comes with the chance to send again.
 */
export function useCodeSender<V extends { phone: string; smsCode: string }>(
  scene: "login" | "register" | "forget",
  form: Form<V>,
  captcha: Captcha,
): CodeSender {
  const [sentAt, setSentAt] = useState(0);
  const [secondsLeft, setSecondsLeft] = useState(0);
  const [isSending, setSending] = useState(false);
  const { reload } = captcha;

  // biome-ignore lint/correctness/useExhaustiveDependencies: `reload` is new at every render
  useEffect(() => {
    if (sentAt === 0) return;
    const timer = setInterval(() => {
      const left = Math.ceil(GAP_SECONDS - (Date.now() - sentAt) / 1_000);
      setSecondsLeft(Math.max(left, 0));
      if (left > 0) return;
      clearInterval(timer);
      reload();
    }, 250);
    return () => clearInterval(timer);
  }, [sentAt]);

  const send = async () => {
    if (isSending || secondsLeft > 0) return;
    const { phone } = form.values;
    const isRefused = form.refuse({
      phone: checkPhone(phone),
      captcha: captcha.isOn && captcha.value.trim() === "" ? "请先输入验证码" : undefined,
    });
    if (isRefused) return;
    setSending(true);
    try {
      await callApi("POST", "/sendCode", {
        isToken: false,
        body: { phone, scene, code: captcha.value, uuid: captcha.uuid },
      });
      setSentAt(Date.now());
      setSecondsLeft(GAP_SECONDS);
      form.formRef.current?.querySelector<HTMLElement>('[name="smsCode"]')?.focus();
    } catch (error) {
      form.fail(error, { code: "captcha" });
      captcha.reload();
    } finally {
      setSending(false);
    }
  };

  return { isSent: sentAt > 0, isSending, secondsLeft, send };
}
