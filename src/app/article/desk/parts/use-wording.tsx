import { Button, Input, Modal } from "antd";
import { type ReactNode, useState } from "react";
import { ApiError } from "#src/office/calls/http.ts";
import { useCarefulClose } from "#src/office/layers/use-careful-close.ts";
import type { WordingRefusal } from "../model/desk.ts";
import { MAX, MIN_OPINION } from "../model/fields.ts";

type WordingHit = WordingRefusal["hits"][number];

/** The answer that lets an act go on in spite of its words. */
export type WordingAnswer = { confirmed?: true; overrideReason?: string };

/** Puts the suggestion for a word into a field; returns how often it stood there. */
type Replace = (hit: WordingHit) => number;

type Asked = {
  refusal: WordingRefusal;
  message: string;
  act: string;
  isForPublic: boolean;
  answer: (answer: WordingAnswer | undefined) => void;
};

function refusalOf(error: unknown): WordingRefusal | undefined {
  if (!(error instanceof ApiError) || typeof error.data !== "object" || error.data === null) {
    return undefined;
  }
  const { hits } = error.data as Partial<WordingRefusal>;
  return Array.isArray(hits) ? (error.data as WordingRefusal) : undefined;
}

/**
 * Runs acts that look through the words of an article: a refusal opens the list of hits, and what is
 * answered there runs the act once more. Undefined when the person goes back to the text.
 */
export function useWording(onReplace?: Replace) {
  const [asked, setAsked] = useState<Asked>();
  const run = async <T,>(
    act: string,
    send: (answer: WordingAnswer) => Promise<T>,
    isForPublic = true,
  ): Promise<T | undefined> => {
    let answer: WordingAnswer = {};
    for (;;) {
      try {
        return await send(answer);
      } catch (error) {
        const refusal = refusalOf(error);
        if (!refusal) throw error;
        const message = error instanceof Error ? error.message : "";
        const next = await new Promise<WordingAnswer | undefined>((resolve) =>
          setAsked({ refusal, message, act, isForPublic, answer: resolve }),
        );
        setAsked(undefined);
        if (!next) return undefined;
        answer = next;
      }
    }
  };
  const dialog: ReactNode = asked && <HitsDialog {...asked} onReplace={onReplace} />;
  return { run, dialog };
}

function HitsDialog({
  refusal,
  message,
  act,
  isForPublic,
  answer,
  onReplace,
}: Asked & { onReplace: Replace | undefined }) {
  const { hits, mayOverride } = refusal;
  const [reason, setReason] = useState("");
  const [problem, setProblem] = useState("");
  const [replaced, setReplaced] = useState<ReadonlyMap<number, number>>(new Map());
  const isBlocked = isForPublic && hits.some((hit) => hit.level === "block");
  const canGo = !isBlocked || mayOverride;
  const { close, settle } = useCarefulClose(
    reason.trim() !== "",
    { title: "放弃填写的放行理由？", text: "理由还没有提交，关闭后将丢失。" },
    () => answer(undefined),
  );
  const go = () => {
    if (!isBlocked) return answer({ confirmed: true });
    const text = reason.trim();
    if ([...text].length < MIN_OPINION)
      return setProblem(`请填写放行理由，至少 ${MIN_OPINION} 个字`);
    settle();
    answer({ confirmed: true, overrideReason: text });
  };
  return (
    <Modal
      open
      width={720}
      title={`用语检查：${hits.length} 处需要处理`}
      onCancel={() => void close()}
      footer={[
        <Button
          key="back"
          {...(canGo ? {} : { type: "primary" as const })}
          onClick={() => void close()}
        >
          返回修改
        </Button>,
        canGo && (
          <Button
            key="go"
            type="primary"
            danger={isBlocked}
            disabled={replaced.size > 0}
            onClick={go}
          >
            {isBlocked ? `说明理由并${act}` : `已核对，${act}`}
          </Button>
        ),
      ]}
    >
      <p className="ad-hits-lead">{message}</p>
      <ul className="ad-hits">
        {hits.map((hit) => {
          const key = hits.indexOf(hit);
          return (
            <Hit
              key={`${hit.wordId}-${hit.field}`}
              hit={hit}
              done={replaced.get(key)}
              onReplace={
                onReplace && hit.suggestion
                  ? () => setReplaced(new Map(replaced).set(key, onReplace(hit)))
                  : undefined
              }
            />
          );
        })}
      </ul>
      {replaced.size > 0 && <p className="o-note">正文已改动，请返回核对后再{act}。</p>}
      {isBlocked && mayOverride && replaced.size === 0 && (
        <div className="ad-reason">
          <span>放行理由（必填，记入文章过程）</span>
          <Input.TextArea
            rows={2}
            aria-label="放行理由"
            maxLength={MAX.opinion}
            value={reason}
            aria-invalid={problem !== ""}
            onChange={(event) => {
              setReason(event.target.value);
              setProblem("");
            }}
          />
          <span className="o-problem" role="alert">
            {problem}
          </span>
        </div>
      )}
      {isBlocked && !mayOverride && (
        <p className="o-note">“禁用”的用语须改掉才能发布；确需保留，请有放行权限的人发布。</p>
      )}
    </Modal>
  );
}

function Hit({
  hit,
  done,
  onReplace,
}: {
  hit: WordingHit;
  done: number | undefined;
  onReplace: (() => void) | undefined;
}) {
  const { word, level, kind, label, count, context, suggestion } = hit;
  const [before = "", ...after] = context.split(word);
  return (
    <li>
      <span className="ad-state" data-tone={level === "block" ? "red" : "amber"}>
        <i className="o-dot" aria-hidden="true" />
        {level === "block" ? "禁用" : "留意"}
      </span>
      <div>
        <p>
          <b>{word}</b>
          <span className="o-note">
            {" "}
            {kind} · {label} {count} 处
          </span>
        </p>
        <p className="ad-context">
          {after.length > 0 ? (
            <>
              …{before}
              <mark>{word}</mark>
              {after.join(word)}…
            </>
          ) : (
            `…${context}…`
          )}
        </p>
        {suggestion && <p className="o-note">建议：{suggestion}</p>}
      </div>
      {onReplace && done === undefined && (
        <Button
          size="small"
          aria-label={`把${label}中的“${word}”替换为“${suggestion}”`}
          onClick={onReplace}
        >
          替换
        </Button>
      )}
      {done !== undefined && (
        <span className="o-note" role="status">
          {done > 0 ? `已替换 ${done} 处` : "请手工修改"}
        </span>
      )}
    </li>
  );
}
