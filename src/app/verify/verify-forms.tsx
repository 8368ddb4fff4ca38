import type { ReactElement } from "react";

interface Typed {
  readonly code: string;
  readonly memberNo: string;
  readonly name: string;
}

interface FieldProps {
  readonly name: keyof Typed;
  readonly label: string;
  readonly help: string;
  readonly value: string;
  readonly problem: string | undefined;
  readonly maxLength: number;
}

/** One field; without a program what is wrong with it comes back from the server. */
function Field({ name, label, help, value, problem, maxLength }: FieldProps): ReactElement {
  const hint = `verify-${name}-hint`;
  return (
    <div className="verify-field">
      <label htmlFor={`verify-${name}`}>{label}</label>
      <input
        id={`verify-${name}`}
        className="input"
        name={name}
        defaultValue={value}
        maxLength={maxLength}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        aria-describedby={hint}
        aria-invalid={problem ? true : undefined}
      />
      {problem ? (
        <p id={hint} className="verify-wrong" role="alert">
          {problem}
        </p>
      ) : (
        <p id={hint}>{help}</p>
      )}
    </div>
  );
}

interface VerifyFormsProps {
  readonly typed: Typed;
  readonly problem: { readonly field: keyof Typed; readonly text: string } | undefined;
  /** Something was looked up already. */
  readonly isAgain: boolean;
}

/** Two ways to look a certificate up: by its code, or by number and name together. */
export function VerifyForms({ typed, problem, isAgain }: VerifyFormsProps): ReactElement {
  const problemOf = (field: keyof Typed) => (problem?.field === field ? problem.text : undefined);
  return (
    <div className="verify-forms">
      <form action="/verify" aria-labelledby="verify-by-code">
        <h2 id="verify-by-code">{isAgain ? "验证另一张证书" : "按验证码验证"}</h2>
        <Field
          name="code"
          label="验证码"
          help="印在证书二维码旁，22 位；也可以粘贴二维码的网址。"
          value={typed.code}
          problem={problemOf("code")}
          maxLength={200}
        />
        <button type="submit" className="btn btn-primary">
          验证
        </button>
      </form>
      <form action="/verify" aria-labelledby="verify-by-number">
        <h2 id="verify-by-number">按会员号验证</h2>
        <Field
          name="memberNo"
          label="会员号"
          help="个人以 P 开头，单位以 D 开头，如 P202600001。"
          value={typed.memberNo}
          problem={problemOf("memberNo")}
          maxLength={40}
        />
        <Field
          name="name"
          label="姓名或单位全称"
          help="须与证书一致。两项都相符时才显示结果。"
          value={typed.name}
          problem={problemOf("name")}
          maxLength={100}
        />
        <button type="submit" className="btn btn-outline">
          验证
        </button>
      </form>
    </div>
  );
}
