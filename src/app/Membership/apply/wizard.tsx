import { type ReactElement, useEffect, useMemo, useRef, useState } from "react";
import { fieldProblems, formProblems, isAskedFor } from "#src/lib/membership/check-form.ts";
import type { MemberType } from "#src/lib/membership/form.ts";
import { SIGN_FORMS } from "#src/lib/membership/forms.ts";
import type { Problems } from "#src/lib/membership/read-form.ts";
import { formatDay } from "#src/lib/text/dates.ts";
import { SaveLine } from "#src/site/form/save-line.tsx";
import { ApiError, errorText } from "#src/site/session/http.ts";
import type { LevelInUse } from "../../member/level/service.server.ts";
import type { Info } from "../../system/sign/wire.ts";
import { BranchChoice } from "./branch-choice.tsx";
import { Confirm } from "./confirm.tsx";
import { LevelChoice } from "./level-choice.tsx";
import { FieldInput } from "./parts/field-input.tsx";
import { idOfField } from "./parts/field-input-props.ts";
import { StepList } from "./step-list.tsx";
import { useDraft } from "./use-draft.ts";

export type ApplyFacts = {
  levels: readonly LevelInUse[];
  /** The agreements in force. */
  agreements: readonly { doc: string; version: string; title: string }[];
  phone: string;
};

type Props = {
  readonly userId: number;
  readonly memberType: MemberType;
  readonly kind: string;
  readonly info: Info;
  readonly facts: ApplyFacts;
  readonly onDone: () => void;
};

/** Fields that take the whole width where two stand side by side. */
const WIDE = new Set(["long", "files", "rows", "choices", "region"]);

/** Where a field stands: the index of its step. */
const stepOf = (steps: readonly (readonly [string, ...string[]])[], name: string): number => {
  const [base = ""] = name.split(".");
  const found = steps.findIndex(([, ...names]) => names.includes(base));
  return found < 0 ? steps.length : found;
};

/** The form in four steps; it saves itself and goes on where it was left, on any device. */
export function Wizard({ userId, memberType, kind, info, facts, onDone }: Props): ReactElement {
  const { fields, steps } = SIGN_FORMS[memberType];
  const what = useMemo(() => ({ memberType, kind }), [memberType, kind]);
  const { draft, state, isRestored, change, setValue, save, submit } = useDraft(userId, info, what);
  const [step, setStep] = useState(0);
  const [errors, setErrors] = useState<Problems>({});
  const [message, setMessage] = useState("");
  const [isBusy, setBusy] = useState(false);
  const [links, setLinks] = useState<Readonly<Record<string, string>>>(info.sign?.files ?? {});
  const [target, setTarget] = useState<string>();
  const head = useRef<HTMLHeadingElement>(null);

  const level = facts.levels.find(({ id }) => id === draft.levelId);
  const asked = {
    today: formatDay(new Date()),
    needsReferees: level?.needsReferees ?? false,
    needsStampedForm: level?.needsStampedForm ?? false,
    seats: level?.seats ?? 0,
  };
  const returned = new Set(info.sign?.returnedFields ?? []);

  // A jump ends at its field once the step is there.
  useEffect(() => {
    if (!target) return;
    const id = idOfField(target);
    const found =
      document.getElementById(id) ?? document.querySelector<HTMLElement>(`[id^="${id}-"]`);
    found?.focus();
    found?.scrollIntoView({ block: "center" });
    setTarget(undefined);
  }, [target]);

  const go = (next: number) => {
    setStep(next);
    setMessage("");
    void save();
    requestAnimationFrame(() => {
      head.current?.focus({ preventScroll: true });
      head.current?.scrollIntoView({ block: "start" });
    });
  };
  const jump = (name: string) => {
    setStep(stepOf(steps, name));
    setTarget(name);
  };

  const problemsOf = (names: readonly string[]): Problems => {
    const own = Object.fromEntries(
      names.flatMap((name) => (fields[name] ? [[name, fields[name]]] : [])),
    );
    return formProblems(own, draft.form, asked);
  };
  /** What was said of a field goes as soon as it changes; what is wrong now is said as one leaves it. */
  const say = (name: string, found: Problems) =>
    setErrors((before) => {
      const rest = Object.entries(before).filter(
        ([key]) => key !== name && !key.startsWith(`${name}.`),
      );
      return { ...Object.fromEntries(rest), ...found };
    });
  const leave = (name: string) => {
    const field = fields[name];
    if (field) say(name, Object.fromEntries(fieldProblems(name, field, draft.form, asked)));
  };

  const [, ...names] = steps[step] ?? ["确认"];
  const next = () => {
    const found = {
      ...(step === 0 && draft.levelId === null ? { levelId: "请选择会员级别" } : {}),
      ...problemsOf(names),
    };
    setErrors(found);
    const [first] = Object.keys(found);
    if (first) setTarget(first);
    else go(step + 1);
  };

  const handIn = async (consents: object) => {
    if (isBusy) return;
    const found = {
      ...(draft.levelId === null ? { levelId: "请选择会员级别" } : {}),
      ...problemsOf(Object.keys(fields)),
    };
    setErrors(found);
    if (Object.keys(found).length > 0) {
      setMessage("还有内容需要填写或修改，点击下面的提示可以直接前往");
      return;
    }
    setBusy(true);
    setMessage("");
    try {
      await submit(consents);
      onDone();
    } catch (error) {
      const said = error instanceof ApiError ? (error.fields ?? {}) : {};
      setErrors(said);
      setMessage(errorText(error));
    } finally {
      setBusy(false);
    }
  };

  return (
    <div className="apply">
      <StepList steps={[...steps.map(([title]) => title), "确认"]} step={step} onGo={go} />
      {info.sign?.state === 2 ? (
        <div className="apply-note" role="status">
          <strong>需要修改：</strong>
          {info.sign.opinion}
        </div>
      ) : null}
      {isRestored && state.kind === "dirty" ? (
        <p className="apply-note" role="status">
          已恢复您在这台设备上填写、还没有保存到网站的内容。
        </p>
      ) : null}
      <h2 ref={head} tabIndex={-1} className="apply-title">
        {steps[step]?.[0] ?? "确认"}
      </h2>
      {step < steps.length ? (
        <form
          noValidate
          className="form apply-form"
          onSubmit={(event) => {
            event.preventDefault();
            next();
          }}
        >
          {step === 0 ? (
            <LevelChoice
              levels={facts.levels.filter((each) => each.memberType === memberType)}
              levelId={draft.levelId}
              years={draft.years}
              kind={kind}
              error={errors.levelId}
              onChange={(wish) => {
                change(wish);
                say("levelId", {});
              }}
            />
          ) : null}
          {step === 0 && kind !== "UPGRADE" ? (
            <BranchChoice
              branchIds={draft.branchIds}
              error={errors.branchIds}
              onChange={(branchIds) => {
                change({ branchIds });
                say("branchIds", {});
              }}
            />
          ) : null}
          {names.map((name) => {
            const field = fields[name];
            const isAsked = field && isAskedFor(name, field, draft.form, asked);
            // Only papers that do not tell it ask for the birthday.
            if (!field || (name === "birthday" && !isAsked)) return null;
            if (name === "referees" && !isAsked) return null;
            return (
              <div
                key={name}
                className="apply-field"
                data-returned={returned.has(name) ? "" : undefined}
                data-wide={WIDE.has(field.kind) ? "" : undefined}
              >
                <FieldInput
                  name={name}
                  field={field}
                  value={draft.form[name]}
                  errors={errors}
                  isAsked={isAsked ?? false}
                  userId={userId}
                  links={links}
                  onChange={(value, link) => {
                    setValue(name, value);
                    say(name, {});
                    if (link) setLinks((before) => ({ ...before, [link[0]]: link[1] }));
                  }}
                  onLeave={() => leave(name)}
                />
              </div>
            );
          })}
          <div className="apply-actions">
            {step > 0 ? (
              <button type="button" className="btn btn-outline" onClick={() => go(step - 1)}>
                上一步
              </button>
            ) : null}
            <button type="submit" className="btn btn-primary">
              下一步
            </button>
          </div>
        </form>
      ) : (
        <Confirm
          memberType={memberType}
          form={draft.form}
          level={level}
          years={draft.years}
          kind={kind}
          directoryVisible={draft.directoryVisible}
          onVisible={(directoryVisible) => change({ directoryVisible })}
          agreements={facts.agreements}
          errors={errors}
          message={message}
          isBusy={isBusy}
          onJump={jump}
          onBack={() => go(steps.length - 1)}
          onHandIn={handIn}
        />
      )}
      <SaveLine state={state} onSave={() => void save()} />
    </div>
  );
}
