import { lazy, Suspense } from "react";
import { PageSkeleton } from "#src/office/shell/skeleton.tsx";
import { useTab } from "#src/office/tabs/tab.tsx";
import "#src/office/list/parts.css";
import "./statement.css";

// One slice, two pages: the list of imports does not load the lines.
const StatementsPage = lazy(() => import("./statements-page.tsx"));
const MatchPage = lazy(() => import("./match-page.tsx"));

/** 流水导入与匹配 (menu row 2302), and the hidden static route of the lines; 0: of all statements. */
export default function Statements() {
  const { params } = useTab();
  const id = params.statementId;
  return (
    <Suspense fallback={<PageSkeleton />}>
      {id === undefined ? <StatementsPage /> : <MatchPage key={id} statementId={Number(id)} />}
    </Suspense>
  );
}
