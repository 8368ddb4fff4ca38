import { useMutation } from "@tanstack/react-query";
import { Button, Checkbox, Input, Select } from "antd";
import { type ComponentRef, type ReactNode, useRef, useState } from "react";
import type { SignVerb } from "#src/lib/membership/sign-life.ts";
import { isLongReason, REASON } from "#src/lib/text/reason.ts";
import { useCan } from "#src/office/account/can.tsx";
import { fieldTexts, report } from "#src/office/calls/http.ts";
import { ask, notify } from "#src/office/calls/notify.ts";
import { Key } from "#src/office/keys/keys.tsx";
import { plainKey, useShortcuts } from "#src/office/keys/shortcuts.ts";
import { hasWrittenOn } from "#src/office/keys/typing.ts";
import { useDirty } from "#src/office/tabs/tab.tsx";
import type { Info, SignWhole } from "../wire.ts";
import { tellApplications } from "./calls.ts";
import { CANNED, type MoneyFields, REASON_CODES, run, VERDICTS } from "./verdicts.ts";

/** Opinion and verdict at the bottom edge. P, B and R lead to their buttons and press nothing. */
export function VerdictBar({
  info,
  marked,
  money,
  onMoney,
  onDone,
}: {
  info: Info & { sign: SignWhole };
  /** Names of the fields that are to be mended. */
  marked: readonly string[];
  money: MoneyFields;
  onMoney: (patch: Partial<MoneyFields>) => void;
  onDone: () => void;
}) {
  const can = useCan();
  const [opinion, setOpinion] = useState("");
  const [problem, setProblem] = useState<{ field: string; text: string }>();
  const [isWaived, setWaived] = useState(false);
  const [reasonCode, setReasonCode] = useState<string>();
  const [resolution, setResolution] = useState({ resolutionNo: "", resolutionDate: "" });
  const settle = useDirty(opinion.trim() !== "");
  const field = useRef<ComponentRef<typeof Input.TextArea>>(null);
  const buttons = useRef(new Map<string, HTMLButtonElement>());
  const { sign, allowed, payment } = info;
  const isMoney = allowed.includes("confirm");
  const isCouncil = allowed.includes("councilPass");
  const mayWaive = allowed.includes("pass") && can.permi(["member:fee:waive"]);
  const isOpen = payment?.state === 0;
  const deciding = useMutation({
    mutationFn: (verb: SignVerb) =>
      run(verb, sign, {
        opinion: opinion.trim(),
        fields: marked,
        isWaived,
        reasonCode,
        ...resolution,
        money: isOpen
          ? { receivedAmount: money.receivedAmount, bankSerial: money.bankSerial }
          : money,
      }),
    onSuccess: async (_done, verb) => {
      settle();
      setOpinion("");
      notify.success(`${VERDICTS[verb]?.done ?? "已办理"}「${sign.name}」`);
      onDone();
      await tellApplications();
    },
    onError: (error) => {
      const [first] = Object.entries(fieldTexts(error) ?? {});
      if (!first) return report(error);
      const [name, text] = first;
      setProblem({ field: name, text });
      if (name === "opinion" || name === "reason") {
        if (!hasWrittenOn()) field.current?.focus();
      }
    },
  });
  const decide = async (verb: SignVerb) => {
    if (deciding.isPending) return;
    const verdict = VERDICTS[verb];
    if (verdict?.needsReason && !isLongReason(opinion.trim())) {
      setProblem({
        field: "opinion",
        text: `${verdict.label}时请写明原因，至少 ${REASON.least} 个字`,
      });
      field.current?.focus();
      return;
    }
    if (verdict?.question) {
      const isSure = await ask({
        title: `${verdict.label}「${sign.name}」？`,
        text: verdict.question,
        ok: verdict.label,
        ...(verdict.isDanger ? { isDanger: true } : {}),
      });
      if (!isSure) return;
    }
    deciding.mutate(verb);
  };
  const shown = allowed.filter((verb) => VERDICTS[verb]);
  const byKey = (key: string) => shown.find((verb) => VERDICTS[verb]?.key === key);
  const lead = (key: string) => () => {
    const verb = byKey(key);
    if (!verb) return;
    if (VERDICTS[verb]?.needsReason && !opinion.trim()) field.current?.focus();
    else buttons.current.get(verb)?.focus();
  };
  useShortcuts([
    { keys: "P", label: "到“通过”", isSingle: true, matches: plainKey("p"), run: lead("P") },
    { keys: "B", label: "到“退回”", isSingle: true, matches: plainKey("b"), run: lead("B") },
    { keys: "R", label: "到“拒绝”", isSingle: true, matches: plainKey("r"), run: lead("R") },
  ]);
  const clear = () => setProblem(undefined);
  const bad = (name: string) => (problem?.field === name ? { status: "error" as const } : {});
  const input = (name: keyof MoneyFields, label: string): ReactNode => (
    <div className="sr-field">
      <span aria-hidden="true">{label}</span>
      <Input
        aria-label={label}
        {...bad(name)}
        value={money[name]}
        aria-invalid={problem?.field === name}
        onChange={({ target }) => {
          clear();
          onMoney({ [name]: target.value });
        }}
      />
    </div>
  );
  return (
    <footer className="sr-verdict">
      <div className="sr-opinion">
        <Input.TextArea
          ref={field}
          rows={2}
          maxLength={500}
          aria-label="审核意见"
          aria-invalid={problem?.field === "opinion"}
          placeholder={`意见（退回、拒绝必填，至少 ${REASON.least} 字；申请人可见）`}
          status={problem?.field === "opinion" ? "error" : ""}
          value={opinion}
          onChange={(event) => {
            setOpinion(event.target.value);
            clear();
          }}
        />
        <p className="sr-canned">
          {problem ? (
            <span className="o-problem" role="alert">
              {problem.text}
            </span>
          ) : (
            <>
              <span className="o-note">常用</span>
              {CANNED[isMoney ? "money" : "review"].map((text) => (
                <button
                  key={text}
                  type="button"
                  onClick={() => {
                    setOpinion(opinion.trim() ? `${opinion.trim()}；${text}` : text);
                    field.current?.focus();
                  }}
                >
                  {text}
                </button>
              ))}
            </>
          )}
        </p>
      </div>
      <div className="sr-fields">
        {isMoney && (
          <>
            {input("receivedAmount", "实收金额")}
            {input("bankSerial", "银行流水号")}
            {!isOpen && input("payerName", "付款人")}
            {!isOpen && input("payTime", "到账日期")}
          </>
        )}
        {allowed.includes("fail") && (
          <div className="sr-field">
            <span aria-hidden="true">退回原因</span>
            <Select
              aria-label="退回原因"
              placeholder="退回凭证时选择"
              {...bad("reasonCode")}
              value={reasonCode ?? null}
              options={[...REASON_CODES]}
              onChange={(value: string | null) => {
                clear();
                setReasonCode(value ?? undefined);
              }}
            />
          </div>
        )}
        {isCouncil &&
          (["resolutionNo", "resolutionDate"] as const).map((name) => (
            <div className="sr-field" key={name}>
              <span aria-hidden="true">{name === "resolutionNo" ? "决议号" : "决议日期"}</span>
              <Input
                {...bad(name)}
                aria-label={name === "resolutionNo" ? "决议号" : "决议日期"}
                placeholder={name === "resolutionNo" ? "" : "如 2026-11-18"}
                value={resolution[name]}
                onChange={({ target }) => {
                  clear();
                  setResolution({ ...resolution, [name]: target.value });
                }}
              />
            </div>
          ))}
        {mayWaive && (
          <Checkbox checked={isWaived} onChange={({ target }) => setWaived(target.checked)}>
            通过并减免会费（意见即减免原因）
          </Checkbox>
        )}
        {marked.length > 0 && <span className="o-note">退回时请申请人修改 {marked.length} 项</span>}
      </div>
      <div className="sr-verbs">
        <div>
          {shown.toReversed().map((verb) => {
            const verdict = VERDICTS[verb];
            if (!verdict) return null;
            return (
              <Button
                key={verb}
                ref={(element: HTMLButtonElement | null) => {
                  if (element) buttons.current.set(verb, element);
                  else buttons.current.delete(verb);
                }}
                {...(verdict.isPrimary ? { type: "primary" as const } : {})}
                {...(verdict.isDanger ? { danger: true } : {})}
                disabled={deciding.isPending}
                loading={deciding.isPending && deciding.variables === verb}
                onClick={() => void decide(verb)}
              >
                {verdict.label} {verdict.key && <Key>{verdict.key}</Key>}
              </Button>
            );
          })}
        </div>
        <span className="o-note">处理后自动打开下一件</span>
      </div>
    </footer>
  );
}
