import { type ReactElement, useState } from "react";
import { dueOf, type SignKind } from "#src/lib/membership/fees.ts";
import type {
  FormField,
  FormRow,
  FormValue,
  MemberType,
  SignForm,
} from "#src/lib/membership/form.ts";
import { SIGN_FORMS } from "#src/lib/membership/forms.ts";
import type { Problems } from "#src/lib/membership/read-form.ts";
import { IDENTITY_CONSENT } from "#src/lib/people/agreement.ts";
import { maskPaperNumber } from "#src/lib/people/masks.ts";
import { moneyShown } from "#src/lib/text/money.ts";
import { WarningIcon } from "#src/site/drawings/icons.tsx";
import type { LevelInUse } from "../../member/level/service.server.ts";
import { useRegionName } from "./use-region-name.ts";

type Props = {
  readonly memberType: MemberType;
  readonly form: SignForm;
  readonly level: LevelInUse | undefined;
  readonly years: number;
  readonly kind: string;
  readonly directoryVisible: boolean;
  readonly onVisible: (isVisible: boolean) => void;
  readonly agreements: readonly { doc: string; version: string; title: string }[];
  readonly errors: Problems;
  readonly message: string;
  readonly isBusy: boolean;
  readonly onJump: (name: string) => void;
  readonly onBack: () => void;
  readonly onHandIn: (consents: object) => void;
};

const rowText = (row: FormRow | string): string =>
  typeof row === "string" ? row : Object.values(row).filter(Boolean).join(" ");

function shownValue(name: string, field: FormField, value: FormValue | undefined): string {
  if (value === undefined || value === "") return "—";
  if (field.kind === "files" && Array.isArray(value)) {
    return value.length > 0 ? `已上传 ${value.length} 个文件` : "—";
  }
  if (Array.isArray(value)) return value.map(rowText).join("；") || "—";
  const text = String(value);
  if (name === "idNo") return maskPaperNumber(text);
  return field.kind === "choice" ? (field.words?.[text] ?? text) : text;
}

/** Everything once more, what is still wrong with a way to it, the consents, and the last button. */
export function Confirm(props: Props): ReactElement {
  const { memberType, form, level, years, kind, errors, onJump } = props;
  const { fields, steps } = SIGN_FORMS[memberType];
  const [agreed, setAgreed] = useState(false);
  const [sensitive, setSensitive] = useState(false);
  const regionName = useRegionName(typeof form.region === "string" ? form.region : "");
  const isPerson = memberType === "01";
  const wrong = Object.entries(errors);
  const isOfForm = (name: string) => name !== "consents" && name !== "sensitiveConsent";

  return (
    <div className="apply-confirm">
      {props.message ? (
        <div className="apply-wrong" role="alert">
          <p>
            <WarningIcon size={18} />
            {props.message}
          </p>
          <ul>
            {wrong
              .filter(([name]) => isOfForm(name))
              .map(([name, text]) => (
                <li key={name}>
                  <button type="button" className="link" onClick={() => onJump(name)}>
                    {text}
                  </button>
                </li>
              ))}
          </ul>
        </div>
      ) : null}
      <section>
        <h3>
          会籍
          <button type="button" className="link" onClick={() => onJump("levelId")}>
            修改<span className="sr-only">会籍</span>
          </button>
        </h3>
        <dl>
          <dt>申请级别</dt>
          <dd>{level?.levelName ?? "—"}</dd>
          {kind === "UPGRADE" ? null : (
            <>
              <dt>缴费年数</dt>
              <dd>{`${years} 年`}</dd>
              <dt>应缴会费</dt>
              <dd>{level ? `${moneyShown(dueOf(kind as SignKind, level, years))} 元` : "—"}</dd>
            </>
          )}
        </dl>
      </section>
      {steps.map(([title, ...names]) => (
        <section key={title}>
          <h3>
            {title}
            <button type="button" className="link" onClick={() => onJump(names[0] ?? "")}>
              修改<span className="sr-only">{title}</span>
            </button>
          </h3>
          <dl>
            {names.map((name) => {
              const field = fields[name];
              if (!field) return null;
              const text =
                field.kind === "region" && regionName
                  ? regionName
                  : shownValue(name, field, form[name]);
              if (text === "—" && !field.isRequired) return null;
              return (
                <div key={name} data-long={field.kind === "long" ? "" : undefined}>
                  <dt>{field.label}</dt>
                  <dd>{text}</dd>
                </div>
              );
            })}
          </dl>
        </section>
      ))}
      <fieldset className="apply-consents">
        <legend className="sr-only">授权与同意</legend>
        <label>
          <input
            type="checkbox"
            checked={props.directoryVisible}
            onChange={(event) => props.onVisible(event.target.checked)}
          />
          <span>
            {isPerson
              ? "同意在会员名录中公开我的姓名、单位和会员级别（选填，可随时取消）"
              : "同意在会员名录中公开单位名称、级别、地区和网站（选填，可随时取消）"}
          </span>
        </label>
        <label>
          <input
            type="checkbox"
            checked={agreed}
            onChange={(event) => setAgreed(event.target.checked)}
          />
          <span>
            我已阅读并同意
            {props.agreements.map(({ doc, title }) => (
              <a key={doc} href={`/agreement?doc=${doc}`} target="_blank" rel="noreferrer">
                {`《${title}》`}
              </a>
            ))}
          </span>
        </label>
        {errors.consents ? <p className="field-error">{errors.consents}</p> : null}
        <label>
          <input
            type="checkbox"
            checked={sensitive}
            onChange={(event) => setSensitive(event.target.checked)}
          />
          <span>
            {isPerson
              ? IDENTITY_CONSENT
              : "我单独同意学会处理所填会员代表、联系人的个人信息：只用于会籍联络，并已取得本人同意"}
          </span>
        </label>
        {errors.sensitiveConsent ? <p className="field-error">{errors.sensitiveConsent}</p> : null}
      </fieldset>
      <div className="apply-actions">
        <button type="button" className="btn btn-outline" onClick={props.onBack}>
          上一步
        </button>
        <button
          type="button"
          className="btn btn-primary"
          aria-disabled={props.isBusy}
          onClick={() =>
            props.onHandIn({
              consents: agreed
                ? props.agreements.map(({ doc, version }) => ({ doc, version }))
                : [],
              sensitiveConsent: sensitive,
            })
          }
        >
          {props.isBusy ? "正在提交…" : "提交申请"}
        </button>
      </div>
    </div>
  );
}
