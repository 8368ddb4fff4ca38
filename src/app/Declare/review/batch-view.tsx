import { type ReactElement, useState } from "react";
import { Link } from "react-router";
import { CheckField } from "#src/site/form/form.tsx";
import { ApiError, errorText } from "#src/site/session/http.ts";
import { callAsMember } from "#src/site/session/member-session.ts";
import { showToast } from "#src/site/shell/toast.tsx";
import type { DutyItem, DutyWhole } from "../../declaration/panel/wire.ts";
import { ReasonForm } from "./reason-form.tsx";
import { useRead } from "./use-read.ts";
import { Waiting } from "./waiting.tsx";

const PANEL = "/api/declaration/panel";
const INVITED = 0;
const DECLINED = 2;
const OPEN = 0;

/** A batch for its expert: first the answer with the promise, then its declarations. */
export function BatchView({
  userId,
  id,
}: {
  readonly userId: number;
  readonly id: number;
}): ReactElement {
  const read = useRead<DutyWhole>(userId, `${PANEL}/batch?id=${id}`);
  if (!read.data) return <Waiting read={read} label="正在读取评审" />;
  const duty = read.data;
  return (
    <>
      <h2 className="declare-title">{duty.batchName}</h2>
      <p className="declare-item-meta">
        <span>{duty.stateName}</span>
        {duty.dueAt ? <span>{`评审截止 ${duty.dueAt.slice(0, 16)}`}</span> : null}
        {duty.isBlind ? <span>匿名评审</span> : null}
      </p>
      {duty.intro ? <p className="declare-intro">{duty.intro}</p> : null}
      {duty.state === INVITED || duty.needsPromise ? (
        <Answer userId={userId} duty={duty} onDone={read.again} />
      ) : duty.state === DECLINED ? (
        <p className="declare-none">您已谢绝这次邀请，感谢答复。</p>
      ) : (
        <Items duty={duty} />
      )}
    </>
  );
}

/** Yes with the promise, or no with a reason. */
function Answer({
  userId,
  duty,
  onDone,
}: {
  readonly userId: number;
  readonly duty: DutyWhole;
  readonly onDone: () => Promise<void>;
}): ReactElement {
  const [isTicked, setTicked] = useState(false);
  const [isDeclining, setDeclining] = useState(false);
  const [problem, setProblem] = useState("");
  const [isBusy, setBusy] = useState(false);
  const accept = async () => {
    if (isBusy) return;
    setBusy(true);
    setProblem("");
    try {
      await callAsMember(userId, "POST", `${PANEL}/accept`, {
        body: {
          id: duty.id,
          promise: isTicked ? "1" : "",
          promiseVersion: duty.promiseVersion,
        },
      });
      showToast("感谢您参加评审");
      await onDone();
    } catch (error) {
      const text = error instanceof ApiError ? error.fields?.promise : undefined;
      setProblem(text ?? errorText(error));
      // The secretariat has changed the promise meanwhile: the expert reads the new text.
      if (text) await onDone();
    } finally {
      setBusy(false);
    }
  };
  return (
    <section className="declare-card" aria-label="答复邀请">
      <h2>{duty.needsPromise ? "保密承诺有更新" : "诚邀您担任评审专家"}</h2>
      <p>
        {duty.needsPromise
          ? "请阅读新的保密承诺，确认后继续评审；已填写的内容都已保留。"
          : "接受邀请前，请阅读并确认保密承诺。确认之后才会显示申报材料。"}
      </p>
      <blockquote className="review-promise">{duty.promise}</blockquote>
      <CheckField
        name="promise"
        isChecked={isTicked}
        {...(problem ? { error: problem } : {})}
        onChange={(next: boolean) => {
          setTicked(next);
          setProblem("");
        }}
      >
        我已阅读并承诺遵守
      </CheckField>
      {isDeclining ? (
        <ReasonForm
          label="谢绝的原因"
          help="秘书处会看到，便于另请专家"
          submit="确定谢绝"
          onCancel={() => setDeclining(false)}
          onSubmit={async (opinion) => {
            await callAsMember(userId, "POST", `${PANEL}/decline`, {
              body: { id: duty.id, opinion },
            });
            showToast("已答复，感谢您");
            await onDone();
          }}
        />
      ) : (
        <p className="declare-ways">
          <button
            type="button"
            className="btn btn-primary"
            aria-disabled={isBusy}
            onClick={() => void accept()}
          >
            {duty.needsPromise ? "确认并继续" : "接受邀请"}
          </button>
          {duty.needsPromise ? null : (
            <button type="button" className="link" onClick={() => setDeclining(true)}>
              不便参加
            </button>
          )}
        </p>
      )}
    </section>
  );
}

function Items({ duty }: { readonly duty: DutyWhole }): ReactElement {
  if (duty.items.length === 0) {
    return <p className="declare-none">还没有分配给您的申报；分配后会发消息通知您。</p>;
  }
  return (
    <ul className="declare-items">
      {duty.items.map((item) => (
        <Line key={item.id} item={item} />
      ))}
    </ul>
  );
}

const RECUSED = 2;

function Line({ item }: { readonly item: DutyItem }): ReactElement {
  return (
    <li>
      <div>
        <p className="declare-item-meta">
          <span
            className="declare-mark"
            data-tone={item.state === OPEN ? "own" : item.total ? "good" : undefined}
          >
            {item.stateName}
          </span>
          <span>{item.itemNo}</span>
          <span>{item.category}</span>
          {item.total ? <span>{`${item.total} 分`}</span> : null}
        </p>
        <h3>{item.title}</h3>
      </div>
      {item.state === RECUSED ? null : (
        <Link className="btn btn-outline btn-small" to={`/Declare/review?item=${item.id}`}>
          {item.state === OPEN ? "评审" : "查看"}
          <span className="sr-only">{`：${item.title}`}</span>
        </Link>
      )}
    </li>
  );
}
