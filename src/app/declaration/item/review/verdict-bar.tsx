import { useMutation } from "@tanstack/react-query";
import { Button, Input, type InputRef, Select } from "antd";
import { useRef, useState } from "react";
import type { DeclareVerb } from "#src/lib/declare/declare-life.ts";
import { CANNED_CHECKS, GRADES } from "#src/lib/declare/words.ts";
import { isLongReason, REASON } from "#src/lib/text/reason.ts";
import { fieldTexts, report } from "#src/office/calls/http.ts";
import { ask, notify } from "#src/office/calls/notify.ts";
import type { ItemWhole } from "../wire.ts";
import { takeStep, tellItems } from "./calls.ts";
import { VERDICTS } from "./verdicts.ts";

const choices = (words: Readonly<Record<string, string>>) =>
  Object.entries(words).map(([value, label]) => ({ value, label }));

/** What may be done with a declaration, with the opinion that its owner will read. */
export function VerdictBar({ info }: { info: ItemWhole }) {
  const [opinion, setOpinion] = useState("");
  const [grade, setGrade] = useState<string>();
  const [problem, setProblem] = useState("");
  const field = useRef<InputRef>(null);
  const shown = info.allowed.filter((verb) => VERDICTS[verb]);
  const deciding = useMutation({
    mutationFn: (verb: DeclareVerb) =>
      takeStep(verb, {
        id: info.id,
        version: info.version,
        opinion: opinion.trim(),
        ...(grade ? { grade } : {}),
      }),
    onSuccess: async (_done, verb) => {
      notify.success(`${VERDICTS[verb]?.done ?? "已办理"}「${info.title}」`);
      await tellItems();
    },
    onError: (error) => {
      const [first] = Object.values(fieldTexts(error) ?? {});
      if (first) setProblem(first);
      else report(error);
    },
  });
  const decide = async (verb: DeclareVerb) => {
    const verdict = VERDICTS[verb];
    if (deciding.isPending || !verdict) return;
    setProblem("");
    if (verdict.needsReason && !isLongReason(opinion.trim())) {
      setProblem(`${verdict.label}时请写明原因，至少 ${REASON.least} 个字`);
      field.current?.focus();
      return;
    }
    if (verdict.question) {
      const isSure = await ask({
        title: `${verdict.label}「${info.title}」？`,
        text: verdict.question,
        ok: verdict.label,
        ...(verdict.isDanger ? { isDanger: true } : {}),
      });
      if (!isSure) return;
    }
    deciding.mutate(verb);
  };
  if (shown.length === 0) return null;
  return (
    <footer className="de-verdict">
      <Input
        ref={field}
        maxLength={500}
        aria-label="办理意见"
        placeholder={`意见（退回、不通过必填，至少 ${REASON.least} 字；申报人可见）`}
        status={problem ? "error" : ""}
        value={opinion}
        onChange={({ target }) => {
          setOpinion(target.value);
          setProblem("");
        }}
      />
      {problem ? (
        <span className="o-problem" role="alert">
          {problem}
        </span>
      ) : null}
      {shown.includes("return") ? (
        <p className="de-canned">
          {CANNED_CHECKS.map((text) => (
            <Button
              key={text}
              size="small"
              onClick={() => setOpinion(opinion.trim() ? `${opinion.trim()}；${text}` : text)}
            >
              {text}
            </Button>
          ))}
        </p>
      ) : null}
      <div className="de-verbs">
        {shown.includes("complete") ? (
          <Select
            aria-label="结题等级"
            placeholder="结题等级"
            style={{ width: 140 }}
            value={grade ?? null}
            options={choices(GRADES)}
            onChange={(value: string | null) => setGrade(value ?? undefined)}
          />
        ) : null}
        {shown.toReversed().map((verb) => {
          const verdict = VERDICTS[verb];
          if (!verdict) return null;
          return (
            <Button
              key={verb}
              {...(verdict.isPrimary ? { type: "primary" as const } : {})}
              {...(verdict.isDanger ? { danger: true } : {})}
              disabled={deciding.isPending}
              loading={deciding.isPending && deciding.variables === verb}
              onClick={() => void decide(verb)}
            >
              {verdict.label}
            </Button>
          );
        })}
      </div>
    </footer>
  );
}
