import type { ReactElement } from "react";
import { VisitorWaiting } from "../shell/visitor-waiting.tsx";

type Props = {
  readonly problem: string | undefined;
  readonly hasAnswer: boolean;
  readonly waiting: string;
  readonly reload: () => Promise<void>;
};

/** Stands until something was answered, and says why nothing newer is. */
export function OwnProblem({ problem, hasAnswer, waiting, reload }: Props): ReactElement | null {
  if (!problem) return hasAnswer ? null : <VisitorWaiting label={waiting} />;
  return (
    <p className="field-error" role="alert">
      <span>{problem}</span>
      <button type="button" className="link" onClick={() => void reload()}>
        重新读取
      </button>
    </p>
  );
}
