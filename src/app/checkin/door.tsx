import type { ReactElement } from "react";
import { OwnProblem } from "#src/site/personal/own-problem.tsx";
import { useOwn } from "#src/site/personal/use-own.ts";
import { useVisitor } from "#src/site/session/session.ts";
import type { DoorActivity } from "../activity/door/wire.ts";
import { DoorDesk } from "./door-desk.tsx";
import { whenAndWhere } from "./when-and-where.ts";

const ALL = "*:*:*";
const MAY_CHECK_IN = "activity:entry:checkIn";
const MAY_PUBLISH = "activity:activity:publish";

type Props = {
  readonly userId: number;
  /** The activity; without it there is a choice of them. */
  readonly id: number | undefined;
};

/** The door for who may stand there; others are told that they may not. */
export function Door({ userId, id }: Props): ReactElement {
  const { state, permissions } = useVisitor();
  const may = (permission: string) => permissions.includes(ALL) || permissions.includes(permission);
  // While the session has ended the page stays as it was.
  if (state === "member" && !may(MAY_CHECK_IN)) {
    return (
      <section className="door-card">
        <h2>没有签到权限</h2>
        <p>您的账号不能办理现场签到。如需协助签到，请联系本次活动的负责人开通。</p>
        <p>
          <a className="link" href="/personal/activities">
            查看我的报名和签到码
          </a>
        </p>
      </section>
    );
  }
  if (id === undefined) return <Choice userId={userId} />;
  return <DoorDesk userId={userId} id={id} canGoBeyond={may(MAY_PUBLISH)} />;
}

function Choice({ userId }: { readonly userId: number }): ReactElement {
  const { answer, problem, reload } = useOwn<{ data: DoorActivity[] }>(
    userId,
    "/api/activity/door/activities",
  );
  const rows = answer?.data;
  return (
    <section aria-label="可以签到的活动">
      <OwnProblem
        problem={problem}
        hasAnswer={rows !== undefined}
        waiting="正在读取活动"
        reload={reload}
      />
      {rows?.length === 0 ? (
        <p className="door-note">今天和未来七天没有活动。活动发布后会显示在这里。</p>
      ) : null}
      <ul className="door-list">
        {rows?.map((row) => (
          <li key={row.id} className="door-card">
            <h2>
              <a className="link" href={`/checkin?id=${row.id}`}>
                {row.title}
              </a>
            </h2>
            <p>{whenAndWhere(row)}</p>
            <p>
              {row.present} 人已签到，应到 {row.due} 人
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
