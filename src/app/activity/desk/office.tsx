import { lazy, Suspense } from "react";
import { PageSkeleton } from "#src/office/shell/skeleton.tsx";
import { useTab } from "#src/office/tabs/tab.tsx";

// One slice, two pages: the list does not load the editor.
const ListPage = lazy(() => import("./list-page.tsx"));
const EditorPage = lazy(() => import("./editor-page.tsx"));

const EDITOR = /^\/activities\/activity-edit\//;

/** 活动管理 (menu row 2601), and the hidden static routes of its editor. */
export default function ActivityDesk() {
  const { params, path } = useTab();
  const id = Number(params.activityId) || 0;
  return (
    <Suspense fallback={<PageSkeleton />}>
      {EDITOR.test(path) ? <EditorPage key={id} activityId={id} /> : <ListPage />}
    </Suspense>
  );
}
