import { lazy, Suspense } from "react";
import { PageSkeleton } from "#src/office/shell/skeleton.tsx";
import "#src/office/list/parts.css";
import "./list.css";

const ListPage = lazy(() => import("./list-page.tsx"));

/** 入会审核 (menu row 2201). */
export default function SignReview() {
  return (
    <Suspense fallback={<PageSkeleton />}>
      <ListPage />
    </Suspense>
  );
}
