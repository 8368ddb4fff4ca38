import type { ReactElement } from "react";
import { VisitorWaiting } from "#src/site/shell/visitor-waiting.tsx";
import type { Read } from "./use-read.ts";

/** Stands where something is being read, or could not be. */
export function Waiting({
  read,
  label,
}: {
  readonly read: Read;
  readonly label: string;
}): ReactElement {
  if (!read.problem) return <VisitorWaiting label={label} />;
  return (
    <div className="declare-card" role="status">
      <h2>暂时读不到</h2>
      <p>{read.problem}</p>
      <p className="declare-ways">
        <button type="button" className="btn btn-primary" onClick={() => void read.again()}>
          重试
        </button>
        <a className="link" href="/Declare/review">
          查看我的评审
        </a>
      </p>
    </div>
  );
}
