import { type ReactElement, useState } from "react";
import { ProblemLine } from "#src/site/form/problem-line.tsx";
import { errorText } from "#src/site/session/http.ts";
import { callAsMember } from "#src/site/session/member-session.ts";
import { showToast } from "#src/site/shell/toast.tsx";

type Props = {
  readonly userId: number;
  readonly id: number;
  readonly isDraft: boolean;
  readonly onEnded: () => Promise<void>;
};

/** Taking an application back asks once more, on the spot. */
export function EndApplication({ userId, id, isDraft, onEnded }: Props): ReactElement {
  const [isAsked, setAsked] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState("");
  const word = isDraft ? "删除草稿" : "撤回申请";
  const end = async () => {
    if (isBusy) return;
    setBusy(true);
    setProblem("");
    try {
      await callAsMember(userId, "POST", `/api/system/sign/${isDraft ? "discard" : "withdraw"}`, {
        body: { id },
      });
      showToast(isDraft ? "草稿已删除" : "申请已撤回");
      await onEnded();
    } catch (error) {
      setProblem(errorText(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <section className="mine-end">
      {isAsked ? (
        <>
          <p>
            {isDraft
              ? "删除后，已填写的内容不能恢复。"
              : "撤回后这份申请即告结束；已缴的会费会转入退款办理。"}
          </p>
          <div className="mine-ways">
            <button type="button" className="btn btn-outline" aria-disabled={isBusy} onClick={end}>
              {`确定${word}`}
            </button>
            <button type="button" className="link" onClick={() => setAsked(false)}>
              暂不
            </button>
          </div>
        </>
      ) : (
        <button type="button" className="link" onClick={() => setAsked(true)}>
          {word}
        </button>
      )}
      <ProblemLine text={problem} />
    </section>
  );
}
