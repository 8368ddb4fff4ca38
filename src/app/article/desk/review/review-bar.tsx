import { useMutation } from "@tanstack/react-query";
import { Button, Input } from "antd";
import { type ComponentRef, useRef, useState } from "react";
import { useCan } from "#src/office/account/can.tsx";
import { fieldTexts, report } from "#src/office/calls/http.ts";
import { notify } from "#src/office/calls/notify.ts";
import { Key } from "#src/office/keys/keys.tsx";
import { plainKey, useShortcuts } from "#src/office/keys/shortcuts.ts";
import { hasWrittenOn } from "#src/office/keys/typing.ts";
import { useDirty } from "#src/office/tabs/tab.tsx";
import type { DeskArticle } from "../model/desk.ts";
import { MAX, MIN_OPINION } from "../model/fields.ts";
import { act, tellArticles } from "../parts/calls.ts";
import { useWording } from "../parts/use-wording.tsx";

/** Texts that reviewers write most; a click puts one into the opinion. */
const CANNED = [
  "内容准确，同意发布",
  "请核对时间、地点和联系方式",
  "请补充图片说明和来源",
  "标题与正文不符，请修改",
  "请按固定表述修改用语",
];

type Verdict = "approve" | "publish" | "sendBack";

const DONE: Readonly<Record<Verdict, string>> = {
  approve: "已通过",
  publish: "已通过并发布",
  sendBack: "已退回",
};

/** Opinion and verdict at the bottom edge. P and B lead to their buttons and press nothing. */
export function ReviewBar({ article, onDone }: { article: DeskArticle; onDone: () => void }) {
  const can = useCan();
  const [opinion, setOpinion] = useState("");
  const [problem, setProblem] = useState("");
  const settle = useDirty(opinion.trim() !== "");
  const field = useRef<ComponentRef<typeof Input.TextArea>>(null);
  const pass = useRef<HTMLButtonElement>(null);
  const back = useRef<HTMLButtonElement>(null);
  const wording = useWording();
  const { id, version, allowed, fields } = article;
  const mayPublish = can.permi(["content:article:publish"]) && allowed.includes("publish");
  const deciding = useMutation({
    mutationFn: (verdict: Verdict) =>
      wording.run(verdict === "sendBack" ? "退回" : "通过", (answer) =>
        act(verdict === "sendBack" ? "sendBack" : "approve", {
          id,
          version,
          opinion: opinion.trim(),
          ...(verdict === "publish" ? { publish: true } : {}),
          ...answer,
        }),
      ),
    onSuccess: async (done, verdict) => {
      if (done === undefined) return;
      settle();
      notify.success(`${DONE[verdict]}「${fields.articleName}」`);
      onDone();
      await tellArticles();
    },
    onError: (error) => {
      const text = fieldTexts(error)?.opinion;
      if (!text) return report(error);
      setProblem(text);
      if (!hasWrittenOn()) field.current?.focus();
    },
  });
  const decide = (verdict: Verdict) => {
    if (deciding.isPending) return;
    if (verdict === "sendBack" && [...opinion.trim()].length < MIN_OPINION) {
      setProblem(`退回时请写明原因，至少 ${MIN_OPINION} 个字`);
      field.current?.focus();
      return;
    }
    deciding.mutate(verdict);
  };
  useShortcuts([
    {
      keys: "P",
      label: "到“通过”",
      isSingle: true,
      matches: plainKey("p"),
      run: () => pass.current?.focus(),
    },
    {
      keys: "B",
      label: "到退回意见",
      isSingle: true,
      matches: plainKey("b"),
      run: () => (opinion.trim() ? back.current?.focus() : field.current?.focus()),
    },
  ]);
  return (
    <footer className="ad-verdict">
      <div className="ad-opinion">
        <Input.TextArea
          ref={field}
          rows={2}
          maxLength={MAX.opinion}
          aria-label="审核意见"
          aria-invalid={problem !== ""}
          placeholder={`审核意见（退回必填，至少 ${MIN_OPINION} 字；作者可见）`}
          status={problem ? "error" : ""}
          value={opinion}
          onChange={(event) => {
            setOpinion(event.target.value);
            setProblem("");
          }}
        />
        <p className="ad-canned">
          <span className="o-note">{problem ? "" : "常用"}</span>
          {problem ? (
            <span className="o-problem" role="alert">
              {problem}
            </span>
          ) : (
            CANNED.map((text) => (
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
            ))
          )}
        </p>
      </div>
      <div className="ad-verbs">
        <div>
          {allowed.includes("sendBack") && (
            <Button ref={back} disabled={deciding.isPending} onClick={() => decide("sendBack")}>
              退回修改 <Key>B</Key>
            </Button>
          )}
          {allowed.includes("approve") && mayPublish && (
            <Button disabled={deciding.isPending} onClick={() => decide("publish")}>
              通过并发布
            </Button>
          )}
          {allowed.includes("approve") && (
            <Button
              ref={pass}
              type="primary"
              loading={deciding.isPending}
              onClick={() => decide("approve")}
            >
              通过 <Key>P</Key>
            </Button>
          )}
        </div>
        <span className="o-note">处理后自动打开下一件</span>
      </div>
      {wording.dialog}
    </footer>
  );
}
