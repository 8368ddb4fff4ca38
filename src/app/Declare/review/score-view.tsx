import { type ReactElement, useState } from "react";
import { Link, useNavigate } from "react-router";
import { typedSections } from "#src/lib/declare/schema.ts";
import { sizeText } from "#src/lib/upload/upload-rules.ts";
import { ProblemLine } from "#src/site/form/problem-line.tsx";
import { callAsMember } from "#src/site/session/member-session.ts";
import { showToast } from "#src/site/shell/toast.tsx";
import type { ReviewWhole } from "../../declaration/panel/wire.ts";
import { ReadField } from "../read-field.tsx";
import { NOT_SAVED, saveDocument } from "../save-document.ts";
import { ReasonForm } from "./reason-form.tsx";
import { ScoreSheetForm } from "./score-sheet-form.tsx";
import { useRead } from "./use-read.ts";
import { Waiting } from "./waiting.tsx";

const PANEL = "/api/declaration/panel";

/** One declaration to be read and judged: the material first, the sheet beside it or below. */
export function ScoreView({
  userId,
  id,
}: {
  readonly userId: number;
  readonly id: number;
}): ReactElement {
  const read = useRead<ReviewWhole>(userId, `${PANEL}/review?id=${id}`);
  if (!read.data) return <Waiting read={read} label="正在读取申报材料" />;
  const info = read.data;
  return (
    <>
      <p>
        <Link className="link" to={`/Declare/review?batch=${info.panelId}`}>
          {`返回 ${info.batchName}`}
        </Link>
      </p>
      <h2 className="declare-title">{info.title}</h2>
      <p className="declare-item-meta">
        <span>{info.stateName}</span>
        <span>{info.itemNo}</span>
        <span>{info.category}</span>
        {info.dueAt ? <span>{`评审截止 ${info.dueAt.slice(0, 16)}`}</span> : null}
      </p>
      {info.isBlind ? (
        <p className="declare-note">本批次匿名评审：姓名、单位和联系方式已隐去，以 *** 代替。</p>
      ) : null}
      <div className="review-columns">
        <div>
          <Papers info={info} />
          {typedSections(info.schema).map((section) => (
            <section key={section.title} className="declare-read">
              <h3>{section.title}</h3>
              {section.fields.map((field) => (
                <ReadField key={field.name} field={field} values={info.values} />
              ))}
            </section>
          ))}
        </div>
        <div className="review-sheet">
          <ScoreSheetForm
            key={`${info.id}-${info.state}`}
            userId={userId}
            info={info}
            onDone={read.again}
          />
          {info.isWritable ? <Recusal userId={userId} info={info} /> : null}
        </div>
      </div>
    </>
  );
}

function Papers({ info }: { readonly info: ReviewWhole }): ReactElement {
  const [problem, setProblem] = useState("");
  const save = async (path: string, name: string) => {
    setProblem("");
    try {
      setProblem(await saveDocument(`${PANEL}/${path}`, name));
    } catch {
      setProblem(NOT_SAVED);
    }
  };
  return (
    <>
      <p className="declare-ways">
        <button
          type="button"
          className="btn btn-outline btn-small"
          onClick={() => void save(`form?id=${info.id}`, `评审材料_${info.itemNo}.pdf`)}
        >
          下载评审材料（PDF）
        </button>
        {info.files.map(({ slot, index, name, bytes }) => (
          <button
            key={`${slot}-${index}`}
            type="button"
            className="link"
            onClick={() => void save(`file?id=${info.id}&slot=${slot}&index=${index}`, name)}
          >
            {`${name}（${sizeText(bytes)}）`}
          </button>
        ))}
      </p>
      <ProblemLine text={problem} />
    </>
  );
}

/** Who knows the applicant, or has a part in it, says so; the declaration goes to somebody else. */
function Recusal({
  userId,
  info,
}: {
  readonly userId: number;
  readonly info: ReviewWhole;
}): ReactElement {
  const navigate = useNavigate();
  const [isAsked, setAsked] = useState(false);
  return (
    <section className="declare-end" aria-label="回避">
      {isAsked ? (
        <ReasonForm
          label="回避的原因"
          help="回避后不能再看到这一件，由秘书处另行分配"
          submit="确定回避"
          onCancel={() => setAsked(false)}
          onSubmit={async (opinion) => {
            await callAsMember(userId, "POST", `${PANEL}/recuse`, {
              body: { id: info.id, opinion },
            });
            showToast("已回避，秘书处会另行分配");
            await navigate(`/Declare/review?batch=${info.panelId}`);
          }}
        />
      ) : (
        <p className="declare-ways">
          <span>与申报人有利害关系？</span>
          <button type="button" className="link" onClick={() => setAsked(true)}>
            申请回避
          </button>
        </p>
      )}
    </section>
  );
}
