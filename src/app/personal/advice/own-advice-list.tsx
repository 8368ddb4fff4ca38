import { type ReactElement, useState } from "react";
import { AdviceCard, type Topics } from "#src/site/advice/advice-card.tsx";
import EmptyState from "#src/site/lists/empty-state.later.tsx";
import { OwnProblem } from "#src/site/personal/own-problem.tsx";
import { useOwn } from "#src/site/personal/use-own.ts";
import { errorText } from "#src/site/session/http.ts";
import { callAsMember } from "#src/site/session/member-session.ts";
import { showToast } from "#src/site/shell/toast.tsx";
import type { OwnAdvice } from "../../advice/wire.ts";

const PATH = "/api/bll/advice";

type Props = { readonly userId: number; readonly topics: Topics };

/** What one has asked, with the answers; what nobody has begun to work on can be taken back. */
export function OwnAdviceList({ userId, topics }: Props): ReactElement {
  const { answer, problem, reload } = useOwn<{ data: OwnAdvice[] }>(userId, `${PATH}/mine`);
  /** Asked for once, and to be confirmed. */
  const [asked, setAsked] = useState<number>();
  const rows = answer?.data;

  const withdraw = async ({ id, version }: OwnAdvice) => {
    try {
      await callAsMember(userId, "PUT", `${PATH}/withdraw`, { body: { id, version } });
      showToast("已撤回");
    } catch (error) {
      showToast(errorText(error), "error");
    }
    setAsked(undefined);
    await reload();
  };

  return (
    <section aria-label="咨询">
      <OwnProblem
        problem={problem}
        hasAnswer={rows !== undefined}
        waiting="正在读取您的咨询"
        reload={reload}
      />
      {rows?.length === 0 ? (
        <EmptyState
          drawing="none"
          title="还没有咨询"
          text="养育孩子遇到难处，可以在“咨询服务”写下来，老师答复后会通知您。"
        />
      ) : null}
      {rows?.map((row) => (
        <AdviceCard key={row.id} of={row} topics={topics}>
          {row.mayWithdraw ? (
            <div className="personal-ways advice-ways">
              <button
                type="button"
                className="btn btn-outline btn-small"
                onClick={() => (asked === row.id ? void withdraw(row) : setAsked(row.id))}
              >
                {asked === row.id ? "确认撤回" : "撤回"}
                <span className="sr-only">：{row.adviceNo}</span>
              </button>
              {asked === row.id ? (
                <button
                  type="button"
                  className="btn btn-outline btn-small"
                  onClick={() => setAsked(undefined)}
                >
                  不撤回
                </button>
              ) : null}
            </div>
          ) : null}
        </AdviceCard>
      ))}
      {rows ? (
        <p className="personal-ways advice-ways">
          <a className="btn btn-primary" href="/advisoryImg#ask">
            提交新的咨询
          </a>
        </p>
      ) : null}
    </section>
  );
}
