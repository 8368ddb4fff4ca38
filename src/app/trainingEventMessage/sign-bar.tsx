import { useEffect, useState } from "react";
import { ENTRY_CODES, entryStateName } from "#src/lib/activity/entry-life.ts";
import { AUDIENCES } from "#src/lib/activity/words.ts";
import { seatsText, useSeats } from "#src/site/activity/seats.ts";
import { momentText } from "#src/site/activity/times.ts";
import { callApi } from "#src/site/session/http.ts";
import { useVisitor } from "#src/site/session/session.ts";
import type { ActivityInfo, OwnSign } from "../activity/wire.ts";

type Props = { readonly row: ActivityInfo; readonly isOver: boolean };

const OPEN_STATES = 6;
const TO_PAY = entryStateName(ENTRY_CODES.toPay);

/** States of the own places in this activity, by name; empty for none and for who is not logged in. */
function useOwnStates(id: number): string[] {
  const visitor = useVisitor();
  const [states, setStates] = useState<string[]>([]);
  const userId = visitor.user?.userId;
  useEffect(() => {
    if (userId === undefined) return setStates([]);
    const stop = new AbortController();
    callApi<{ data: OwnSign[] }>("POST", "/api/activity/activities/sign", {
      body: { id },
      signal: stop.signal,
    })
      .then(({ data }) => {
        const entries = data.flatMap((each) => each.entries);
        const open = entries.filter(({ state }) => state <= OPEN_STATES);
        setStates([...new Set(open.map(({ state }) => entryStateName(state)))]);
      })
      .catch(() => undefined);
    return () => stop.abort();
  }, [userId, id]);
  return states;
}

/** What can be done now, at the foot of the window: to sign up, or to see the own place. */
export function SignBar({ row, isOver }: Props) {
  const seats = useSeats([row.id]).get(row.id);
  const states = useOwnStates(row.id);
  const isClosed = isOver || row.state !== 2 || Boolean(seats?.closed);
  const own = `/pxMessage?id=${row.id}`;
  return (
    <div className="sign-bar">
      <p>
        <b>{isOver ? (row.state === 5 ? "活动已取消" : "活动已结束") : seatsText(seats)}</b>
        <span>
          面向{AUDIENCES[row.audience]}
          {isOver ? "" : `，报名截止 ${momentText(row.signEndAt)}`}
        </span>
      </p>
      {states.length > 0 ? (
        <a className="btn btn-primary" href={own}>
          {states.includes(TO_PAY) ? "去缴费" : `我的报名：${states.join("、")}`}
        </a>
      ) : isClosed ? (
        <a className="btn btn-outline" href={own}>
          查询我的报名
        </a>
      ) : (
        <a className="btn btn-primary" href={`/trainingEventMessage/sign?id=${row.id}`}>
          {seats?.left === 0 ? "报名候补" : "立即报名"}
        </a>
      )}
    </div>
  );
}
