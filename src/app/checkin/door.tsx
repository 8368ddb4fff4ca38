import { type ReactElement, useEffect, useState } from "react";
import { OwnProblem } from "#src/site/personal/own-problem.tsx";
import { callApi, errorText } from "#src/site/session/http.ts";
import { useVisitor } from "#src/site/session/session.ts";
import type { DoorActivity } from "../activity/door/wire.ts";
import { DoorDesk } from "./door-desk.tsx";
import { dropPeople, keepGuard, keptLists } from "./offline/store.ts";
import { doorSignal, isLost } from "./offline/sync.ts";
import { SyncLine } from "./offline/sync-line.tsx";
import { useLook } from "./offline/use-look.ts";
import { useNoted } from "./offline/use-noted.ts";
import { tokenEnd } from "./offline/use-stand-in.ts";
import { useWorker } from "./offline/use-worker.ts";
import { whenAndWhere } from "./when-and-where.ts";

const ALL = "*:*:*";
const MAY_CHECK_IN = "activity:entry:checkIn";
const MAY_PUBLISH = "activity:activity:publish";
const PATH = "/api/activity/door/activities";

type Props = {
  readonly userId: number;
  /** The activity; without it there is a choice of them. */
  readonly id: number | undefined;
};

/** The door for who may stand there; others are told that they may not. */
export function Door({ userId, id }: Props): ReactElement {
  const { state, user, permissions } = useVisitor();
  const may = (permission: string) => permissions.includes(ALL) || permissions.includes(permission);
  const isAllowed = may(MAY_CHECK_IN);
  useEffect(() => {
    if (!user) return;
    const { userName, nickName } = user;
    // Whose right is gone keeps no list; whose it is not, the lists of another one are removed when they are read.
    if (isAllowed) void keepGuard({ userId, userName, nickName, tokenEnd: tokenEnd() });
    else void dropPeople();
  }, [user, userId, isAllowed]);
  // While the session has ended the page stays as it was.
  if (state === "member" && !isAllowed) {
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
  const noted = useNoted(userId);
  const isReady = useWorker();
  const [rows, setRows] = useState<DoorActivity[]>();
  const [kept, setKept] = useState<DoorActivity[]>();
  const [problem, setProblem] = useState("");
  const read = async () => {
    try {
      const { data } = await callApi<{ data: DoorActivity[] }>("GET", PATH, {
        signal: doorSignal(),
        isUnattended: rows !== undefined,
      });
      setRows(data);
      setProblem("");
      noted.setOffline(false);
    } catch (error) {
      noted.setOffline(isLost(error));
      setProblem(isLost(error) ? "" : errorText(error));
    }
  };
  useLook(async () => {
    setKept((await keptLists(userId)).map(({ list }) => list.activity));
    await noted.send({ isAttended: false });
    await read();
  });
  // Without a connection those are there whose list is on this device.
  const shown = rows ?? (noted.isOffline ? kept : undefined);
  return (
    <section aria-label="可以签到的活动">
      <OwnProblem
        problem={problem}
        hasAnswer={shown !== undefined}
        waiting="正在读取活动"
        reload={read}
      />
      {shown ? <SyncLine noted={noted} isKept={false} isReady={isReady} /> : null}
      {shown?.length === 0 ? (
        <p className="door-note">
          {rows
            ? "今天和未来七天没有活动。活动发布后会显示在这里。"
            : "本机没有存下活动名单。请联网后打开一次要签到的活动。"}
        </p>
      ) : null}
      <ul className="door-list">
        {shown?.map((row) => (
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
