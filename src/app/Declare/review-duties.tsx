import { type ReactElement, useEffect, useState } from "react";
import { Link } from "react-router";
import { callAsMember } from "#src/site/session/member-session.ts";
import type { Duty } from "../declaration/panel/wire.ts";

/** What waits for an expert; nothing for anybody else. */
export function ReviewDuties({ userId }: { readonly userId: number }): ReactElement | null {
  const [duties, setDuties] = useState<readonly Duty[]>([]);
  useEffect(() => {
    let isGone = false;
    const read = async () => {
      try {
        const { data } = await callAsMember<{ data: Duty[] }>(
          userId,
          "GET",
          "/api/declaration/panel/mine",
        );
        if (!isGone) setDuties(data);
      } catch {
        // The list of one's own declarations says what is wrong.
      }
    };
    void read();
    return () => {
      isGone = true;
    };
  }, [userId]);
  if (duties.length === 0) return null;
  return (
    <>
      <h2 className="declare-title">待我处理：专家评审</h2>
      <ul className="declare-duties">
        {duties.map((duty) => (
          <DutyCard key={duty.id} duty={duty} />
        ))}
      </ul>
    </>
  );
}

const INVITED = 0;

/** A batch that an expert is asked to judge. */
export function DutyCard({ duty }: { readonly duty: Duty }): ReactElement {
  const isNew = duty.state === INVITED;
  return (
    <li>
      <p className="declare-item-meta">
        <span className="declare-mark" data-tone={isNew || duty.open > 0 ? "own" : undefined}>
          {isNew ? "待答复" : duty.open > 0 ? `待评 ${duty.open} 件` : duty.stateName}
        </span>
        {duty.done > 0 ? <span>{`已提交 ${duty.done} 件`}</span> : null}
      </p>
      <h3>{duty.batchName}</h3>
      {duty.dueAt ? (
        <p className="declare-item-batch">{`评审截止 ${duty.dueAt.slice(0, 16)}`}</p>
      ) : null}
      <Link className="btn btn-primary btn-small" to={`/Declare/review?batch=${duty.id}`}>
        {isNew ? "查看邀请" : duty.open > 0 ? "继续评审" : "查看"}
        <span className="sr-only">{`：${duty.batchName}`}</span>
      </Link>
    </li>
  );
}
