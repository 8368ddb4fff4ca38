import { lazy, Suspense } from "react";
import { PageSkeleton } from "#src/office/shell/skeleton.tsx";
import { useTab } from "#src/office/tabs/tab.tsx";
import "#src/office/list/parts.css";
import "./list.css";

// One slice, two pages: the queue does not load the application.
const ListPage = lazy(() => import("./list-page.tsx"));
const ApplicationPage = lazy(() => import("./application-page.tsx"));

/** 入会审核 (menu row 2201), and the hidden static route of one application. */
export default function SignReview() {
  const { params } = useTab();
  const id = Number(params.signId);
  return (
    <Suspense fallback={<PageSkeleton />}>
      {id ? <ApplicationPage key={id} signId={id} /> : <ListPage />}
    </Suspense>
  );
}
