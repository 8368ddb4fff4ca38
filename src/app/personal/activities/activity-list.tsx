import type { ReactElement } from "react";
import { OwnSigns } from "#src/site/activity/own-signs.tsx";
import EmptyState from "#src/site/lists/empty-state.later.tsx";
import { OwnProblem } from "#src/site/personal/own-problem.tsx";
import { useOwn } from "#src/site/personal/use-own.ts";
import type { OwnSign } from "../../activity/wire.ts";

/** Own places in activities, the latest beginning first. */
export function ActivityList({ userId }: { readonly userId: number }): ReactElement {
  const { answer, problem, reload } = useOwn<{ data: OwnSign[] }>(
    userId,
    "/api/activity/activities/mine",
  );
  const signs = answer?.data;
  return (
    <section aria-label="我的报名" className="own-list">
      <OwnProblem
        problem={problem}
        hasAnswer={signs !== undefined}
        waiting="正在读取您的报名"
        reload={reload}
      />
      {signs?.length === 0 ? (
        <>
          <EmptyState drawing="none" title="还没有报名" text="报名的活动、签到码和缴费都在这里。" />
          <a className="btn btn-outline" href="/trainingEvent">
            看看近期活动
          </a>
        </>
      ) : null}
      {signs ? <OwnSigns signs={signs} shown={{}} onChange={reload} /> : null}
    </section>
  );
}
