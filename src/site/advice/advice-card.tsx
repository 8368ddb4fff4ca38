import type { ReactElement, ReactNode } from "react";
import "./advice-card.css";

/** One request for advice as its owner reads it. */
export type ShownAdvice = {
  adviceNo: string;
  topic: string;
  content: string;
  state: string;
  answer: string;
  createTime: string;
  answeredAt: string;
};

/** What its owner reads of a state. */
const STATES: Readonly<Record<string, string>> = {
  new: "已收到，等待老师受理",
  taken: "老师正在处理",
  answered: "已答复",
  closed: "已关闭",
};

export type Topics = readonly { readonly value: string; readonly label: string }[];

type Props = {
  readonly of: ShownAdvice;
  readonly topics: Topics;
  /** What can be done with it. */
  readonly children?: ReactNode;
};

/** Question and answer, the answer first to be seen. */
export function AdviceCard({ of, topics, children }: Props): ReactElement {
  const { adviceNo, content, state, answer, createTime, answeredAt } = of;
  const topic = topics.find(({ value }) => value === of.topic)?.label ?? "其他";
  return (
    <article className="advice-card" aria-label={`咨询 ${adviceNo}`}>
      <header>
        <h2>{topic}</h2>
        <p data-state={state}>{STATES[state] ?? state}</p>
      </header>
      <p className="advice-facts">{`编号 ${adviceNo} · ${createTime.slice(0, 16)} 提交`}</p>
      <p className="advice-text">{content}</p>
      {answer ? (
        <div className="advice-answer">
          <h3>
            老师的答复<small>{answeredAt.slice(0, 16)}</small>
          </h3>
          <p className="advice-text">{answer}</p>
        </div>
      ) : null}
      {children}
    </article>
  );
}
