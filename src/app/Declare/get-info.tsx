import { type ReactElement, useState } from "react";
import { useNavigate } from "react-router";
import { filesIn } from "#src/lib/declare/read-values.ts";
import { slotsOf, typedSections } from "#src/lib/declare/schema.ts";
import { sizeText } from "#src/lib/upload/upload-rules.ts";
import { ProblemLine } from "#src/site/form/problem-line.tsx";
import { errorText } from "#src/site/session/http.ts";
import { callAsMember } from "#src/site/session/member-session.ts";
import { showToast } from "#src/site/shell/toast.tsx";
import { childHref } from "./children.ts";
import type { ItemProps } from "./item-props.ts";
import { PrintForm } from "./print-form.tsx";
import { ReadField } from "./read-field.tsx";
import { ResultPapers } from "./result-papers.tsx";
import { StateMark } from "./state-mark.tsx";

/** A declaration to be read: what it says, its papers, what has happened, and what one may do. */
export function GetInfo({
  userId,
  info,
  work,
  onChanged,
  phone,
}: ItemProps & { readonly phone: string }): ReactElement {
  const { values } = work;
  return (
    <div className="declare-info">
      <div>
        <h2 className="declare-title">{info.title || "未填写名称"}</h2>
        <p className="declare-item-meta">
          <StateMark state={info.state} name={info.stateName} />
          <span>{info.itemNo}</span>
          {info.awardName ? <span>{info.awardName}</span> : null}
          {info.gradeName ? <span>{`结题等级：${info.gradeName}`}</span> : null}
          {info.submittedAt ? <span>{`提交于 ${info.submittedAt.slice(0, 16)}`}</span> : null}
          {info.state === 6 && info.publicUntil ? (
            <span>{`公示至 ${info.publicUntil.slice(0, 16)}`}</span>
          ) : null}
        </p>
        {info.opinion ? (
          <p
            className="declare-note"
            data-bad={info.state === 3 || info.state === 12 ? "" : undefined}
          >
            <b>办理意见：</b>
            {info.opinion}
          </p>
        ) : null}
        <ResultPapers info={info} />
        <PrintForm userId={userId} info={info} work={work} />
        {typedSections(info.schema).map((section) => (
          <section key={section.title} className="declare-read">
            <h3>{section.title}</h3>
            {section.fields.map((field) => (
              <ReadField key={field.name} field={field} values={values} />
            ))}
          </section>
        ))}
        <section className="declare-read">
          <h3>材料</h3>
          {slotsOf(info.schema).map(({ name, label }) => (
            <dl key={name}>
              <dt>{label}</dt>
              <dd>
                {filesIn(values, name).length === 0 ? "—" : null}
                {filesIn(values, name).map((key) => {
                  const file = info.files[key];
                  return (
                    <a
                      key={key}
                      className="link"
                      href={file?.url ?? "#"}
                      target="_blank"
                      rel="noreferrer"
                    >
                      {file ? `${file.name}（${sizeText(file.bytes)}）` : label}
                    </a>
                  );
                })}
              </dd>
            </dl>
          ))}
        </section>
        <Ways userId={userId} info={info} work={work} onChanged={onChanged} phone={phone} />
      </div>
      <section className="declare-timeline" aria-label="办理过程">
        <h3>办理过程</h3>
        <ol>
          {info.timeline.map((step) => (
            <li key={`${step.time}-${step.action}`}>
              <b>{step.name}</b>
              <span>{`${step.by} · ${step.time.slice(0, 16)}`}</span>
              {step.opinion ? <p>{step.opinion}</p> : null}
            </li>
          ))}
        </ol>
      </section>
    </div>
  );
}

const END_STEPS = {
  discard: {
    label: "删除草稿",
    text: "删除后，已填写的内容不能恢复。",
    done: "草稿已删除",
  },
  withdraw: {
    label: "撤回申报",
    text: "撤回后这份申报即告结束；批次截止前可以重新申报。",
    done: "申报已撤回",
  },
  askClosing: {
    label: "申请结题",
    text: "请先把结题材料寄送或发送给学会秘书处，再提交结题申请。",
    done: "结题申请已提交",
  },
} as const;

/** What the owner may do besides writing; each asks once more, on the spot. */
function Ways({
  userId,
  info,
  work,
  onChanged,
  phone,
}: ItemProps & { readonly phone: string }): ReactElement {
  const navigate = useNavigate();
  const [asked, setAsked] = useState<keyof typeof END_STEPS>();
  const [problem, setProblem] = useState("");
  const verbs = (Object.keys(END_STEPS) as (keyof typeof END_STEPS)[]).filter((verb) =>
    info.allowed.includes(verb),
  );
  const take = async (verb: keyof typeof END_STEPS) => {
    setProblem("");
    try {
      await callAsMember(userId, "POST", `/api/declaration/item/${verb}`, {
        body: { id: info.id },
      });
      showToast(END_STEPS[verb].done);
      setAsked(undefined);
      await onChanged();
      if (verb === "discard") await navigate(childHref("taskList"));
      else await work.load();
    } catch (error) {
      setProblem(errorText(error));
    }
  };
  return (
    <section className="declare-end" aria-label="更多办理">
      {asked ? (
        <>
          <p>{END_STEPS[asked].text}</p>
          <p className="declare-ways">
            <button type="button" className="btn btn-outline" onClick={() => void take(asked)}>
              {`确定${END_STEPS[asked].label}`}
            </button>
            <button type="button" className="link" onClick={() => setAsked(undefined)}>
              暂不
            </button>
          </p>
        </>
      ) : (
        <p className="declare-ways">
          {verbs.map((verb) => (
            <button key={verb} type="button" className="link" onClick={() => setAsked(verb)}>
              {END_STEPS[verb].label}
            </button>
          ))}
        </p>
      )}
      <ProblemLine text={problem} />
      {info.state >= 4 && info.state < 11 ? (
        <p className="declare-intro">
          需要变更负责人、题目或延期的，请{phone ? `致电 ${phone} ` : ""}与学会秘书处联系。
        </p>
      ) : null}
    </section>
  );
}
