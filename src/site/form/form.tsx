import { type HTMLAttributes, type ReactElement, type ReactNode, useId, useState } from "react";
import { EyeIcon, EyeOffIcon, RefreshIcon, SpeakerIcon, WarningIcon } from "../drawings/icons.tsx";
import { useCanRead } from "../reading/read-aloud.ts";
import { useHydrated } from "../shell/use-hydrated.ts";
import type { Captcha } from "./use-captcha.ts";
import type { CodeSender } from "./use-code-sender.ts";
import { textOf, useTypedBefore } from "./use-typed-before.ts";
import "./form.css";

type FieldProps = {
  readonly name: string;
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly error?: string | undefined;
  /** The rule, shown before any error; the error takes its place. */
  readonly help?: ReactNode;
  readonly type?: "text" | "tel" | "password";
  readonly autoComplete?: string;
  readonly inputMode?: HTMLAttributes<HTMLInputElement>["inputMode"];
  readonly placeholder?: string;
  readonly maxLength?: number;
  /** A link at the end of the label's line. */
  readonly aside?: ReactNode;
  /** Within the input, at its end. */
  readonly inside?: ReactNode;
  /** Beside the input. */
  readonly beside?: ReactNode;
  /** Below the input, before help or error. */
  readonly below?: ReactNode;
  readonly describedBy?: string;
};

/** Label above, rule below; an error takes the rule's place, with an icon. */
export function Field(props: FieldProps): ReactElement {
  const id = useId();
  const { error, help } = props;
  const input = useTypedBefore(props.value, textOf, props.onChange);
  const hint = error || help ? `${id}-hint` : undefined;
  const describedBy = [props.describedBy, hint].filter(Boolean).join(" ") || undefined;
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        {props.label}
      </label>
      <div className="field-row">
        <div className="field-control">
          <input
            ref={input}
            id={id}
            className="input"
            name={props.name}
            type={props.type ?? "text"}
            value={props.value}
            onChange={(event) => props.onChange(event.target.value)}
            autoComplete={props.autoComplete}
            inputMode={props.inputMode}
            placeholder={props.placeholder}
            maxLength={props.maxLength}
            autoCapitalize="off"
            autoCorrect="off"
            spellCheck={false}
            aria-invalid={error ? true : undefined}
            aria-describedby={describedBy}
            data-inside={props.inside ? "" : undefined}
          />
          {props.inside}
        </div>
        {props.beside}
      </div>
      {/* Seen on the label's line, reached after the input. */}
      {props.aside ? <div className="field-aside">{props.aside}</div> : null}
      {props.below}
      {error ? (
        <p id={hint} className="field-error">
          <WarningIcon size={18} />
          <span>{error}</span>
        </p>
      ) : help ? (
        <p id={hint} className="field-help">
          {help}
        </p>
      ) : null}
    </div>
  );
}

/** A password with a button that shows it. */
export function PasswordField(props: FieldProps): ReactElement {
  const [isShown, setShown] = useState(false);
  return (
    <Field
      {...props}
      type={isShown ? "text" : "password"}
      maxLength={128}
      inside={
        <button
          type="button"
          className="field-eye"
          aria-label={isShown ? "隐藏密码" : "显示密码"}
          aria-pressed={isShown}
          onClick={() => setShown(!isShown)}
        >
          {isShown ? <EyeIcon size={22} /> : <EyeOffIcon size={22} />}
        </button>
      }
    />
  );
}

type CaptchaProps = {
  readonly captcha: Captcha;
  readonly label: string;
  readonly error?: string | undefined;
  readonly onChange: () => void;
};

/** The drawn sum with 换一题, 听题目 and 显示文字题; nothing while the setting switches it off. */
export function CaptchaField({
  captcha,
  label,
  error,
  onChange,
}: CaptchaProps): ReactElement | null {
  const id = useId();
  const canRead = useCanRead();
  if (!captcha.isOn) return null;
  return (
    <Field
      name="captcha"
      label={label}
      value={captcha.value}
      onChange={(value) => {
        captcha.setValue(value);
        onChange();
      }}
      error={error || captcha.problem}
      placeholder="请输入计算结果"
      autoComplete="off"
      inputMode="numeric"
      maxLength={8}
      describedBy={`${id}-question`}
      beside={
        <div id={`${id}-question`} className="captcha-box" aria-live="polite">
          {captcha.text ? (
            <span>{captcha.text}</span>
          ) : captcha.img ? (
            <img
              src={`data:image/png;base64,${captcha.img}`}
              alt="一道算式。看不清可以点“显示文字题”"
              width={146}
              height={46}
              data-stale={captcha.isLoading ? "" : undefined}
            />
          ) : null}
        </div>
      }
      below={
        <div className="field-tools">
          <button type="button" onClick={captcha.reload}>
            <RefreshIcon size={16} />
            换一题
          </button>
          {canRead ? (
            <button type="button" onClick={captcha.hear}>
              <SpeakerIcon size={16} />
              听题目
            </button>
          ) : null}
          {captcha.text ? null : (
            <button type="button" onClick={captcha.showText}>
              显示文字题
            </button>
          )}
        </div>
      }
    />
  );
}

type CodeProps = {
  readonly sender: CodeSender;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly error?: string | undefined;
  /** To call when no message comes. */
  readonly phone: string;
  readonly name?: string;
  readonly label?: string;
  /** Where it may have gone instead. */
  readonly where?: string;
};

/** A code with the button that sends it and counts down; of a short message where nothing else is said. */
export function CodeField({
  sender,
  phone,
  name = "smsCode",
  label = "短信验证码",
  where = "拦截短信",
  ...field
}: CodeProps): ReactElement {
  const { isSent, isSending, secondsLeft } = sender;
  const isHydrated = useHydrated();
  const isWaiting = isSending || secondsLeft > 0;
  const help = `验证码已发送，5 分钟内有效。没有收到？请检查${where}${phone ? `，或致电 ${phone}` : ""}`;
  return (
    <Field
      {...field}
      name={name}
      label={label}
      help={isSent ? <span role="status">{help}</span> : undefined}
      autoComplete="one-time-code"
      inputMode="numeric"
      maxLength={10}
      placeholder="6 位数字"
      beside={
        <button
          type="button"
          className="btn btn-outline code-button"
          disabled={!isHydrated}
          aria-disabled={isWaiting}
          onClick={() => void sender.send()}
        >
          {isSending
            ? "正在发送"
            : secondsLeft > 0
              ? `${secondsLeft} 秒后重发`
              : isSent
                ? "重新获取"
                : "获取验证码"}
        </button>
      }
    />
  );
}

type SubmitProps = {
  readonly isBusy: boolean;
  readonly label: string;
  readonly busyLabel: string;
  /** The error of the form as a whole; shown above the button. */
  readonly message: string;
};

/** The one primary button of a form. Until the page is alive it waits: it would only reload it. */
export function SubmitButton({ isBusy, label, busyLabel, message }: SubmitProps): ReactElement {
  const isHydrated = useHydrated();
  return (
    <>
      <div role="alert">
        {message ? (
          <p className="form-message">
            <WarningIcon size={20} />
            <span>{message}</span>
          </p>
        ) : null}
      </div>
      <button
        type="submit"
        className="btn btn-primary form-submit"
        disabled={!isHydrated}
        aria-disabled={isBusy}
        data-busy={isBusy ? "" : undefined}
      >
        {isBusy ? <span className="ring" aria-hidden="true" /> : null}
        {isBusy ? busyLabel : label}
      </button>
    </>
  );
}

type CheckProps = {
  readonly name: string;
  readonly isChecked: boolean;
  readonly onChange: (isChecked: boolean) => void;
  readonly children: ReactNode;
  readonly error?: string | undefined;
};

export function CheckField({
  name,
  isChecked,
  onChange,
  children,
  error,
}: CheckProps): ReactElement {
  const id = useId();
  const input = useTypedBefore(isChecked, ({ checked }) => checked, onChange);
  return (
    <div className="check">
      <label>
        <input
          ref={input}
          type="checkbox"
          name={name}
          checked={isChecked}
          onChange={(event) => onChange(event.target.checked)}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? id : undefined}
        />
        <span>{children}</span>
      </label>
      {error ? (
        <p id={id} className="field-error">
          <WarningIcon size={18} />
          <span>{error}</span>
        </p>
      ) : null}
    </div>
  );
}

/** Said where there is no JavaScript. */
export const NeedsScript = () => (
  <noscript>
    <p className="form-message">登录、注册需要启用浏览器的 JavaScript</p>
  </noscript>
);
