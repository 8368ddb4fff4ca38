import type { ReactElement } from "react";
import { Link, useSearchParams } from "react-router";
import type { Duty } from "../../declaration/panel/wire.ts";
import { DutyCard } from "../review-duties.tsx";
import { BatchView } from "./batch-view.tsx";
import { ScoreView } from "./score-view.tsx";
import { useRead } from "./use-read.ts";
import { Waiting } from "./waiting.tsx";

const idIn = (text: string | null): number | undefined =>
  text && /^\d{1,15}$/.test(text) ? Number(text) : undefined;

/** One declaration to be judged, the declarations of a batch, or all batches of an expert. */
export function ReviewArea({ userId }: { readonly userId: number }): ReactElement {
  const [query] = useSearchParams();
  const reviewId = idIn(query.get("item"));
  const panelId = idIn(query.get("batch"));
  return (
    <>
      <header className="declare-head">
        <div className="wrap">
          <div>
            <p className="declare-kicker">
              <Link to="/Declare/taskList">项目申报</Link>
            </p>
            <h1>专家评审</h1>
          </div>
        </div>
      </header>
      <div className="wrap review-body declare-children">
        {reviewId !== undefined ? (
          <ScoreView key={reviewId} userId={userId} id={reviewId} />
        ) : panelId !== undefined ? (
          <BatchView key={panelId} userId={userId} id={panelId} />
        ) : (
          <AllDuties userId={userId} />
        )}
      </div>
    </>
  );
}

function AllDuties({ userId }: { readonly userId: number }): ReactElement {
  const read = useRead<Duty[]>(userId, "/api/declaration/panel/mine");
  if (!read.data) return <Waiting read={read} label="正在读取您的评审" />;
  if (read.data.length === 0) {
    return <p className="declare-none">目前没有需要您评审的申报。</p>;
  }
  return (
    <ul className="declare-duties">
      {read.data.map((duty) => (
        <DutyCard key={duty.id} duty={duty} />
      ))}
    </ul>
  );
}
