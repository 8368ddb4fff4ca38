import type { ReactElement, ReactNode } from "react";
import { LoadingFailed, NothingFound, NothingYet } from "../drawings/drawings.tsx";

/** empty: nothing was found · failed: it could not be loaded · none: nothing there yet. */
const DRAWINGS = { empty: NothingFound, failed: LoadingFailed, none: NothingYet } as const;

interface EmptyStateProps {
  readonly drawing: keyof typeof DRAWINGS;
  readonly title: string;
  /** The reason, and the next step. */
  readonly text?: ReactNode;
  /** One button or link. */
  readonly action?: ReactNode;
  /** Level of the title; 2 unless told. */
  readonly as?: "h1" | "h2" | "h3";
}

export default function EmptyState({
  drawing,
  title,
  text,
  action,
  as: Title = "h2",
}: EmptyStateProps): ReactElement {
  const Drawing = DRAWINGS[drawing];
  return (
    <div className="empty-state">
      <Drawing />
      <Title>{title}</Title>
      {text ? <p>{text}</p> : null}
      {action ? <div className="mt-6">{action}</div> : null}
    </div>
  );
}
