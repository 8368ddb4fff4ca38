import { lazy, Suspense } from "react";
import { PageSkeleton } from "#src/office/shell/skeleton.tsx";
import { useTab } from "#src/office/tabs/tab.tsx";
import "#src/office/list/parts.css";
import "./review/review.css";

// One slice, two pages: the list does not load a declaration.
const ListPage = lazy(() => import("./review/list-page.tsx"));
const ItemPage = lazy(() => import("./review/item-page.tsx"));

/** 申报受理 (menu row 2702), and the hidden static route of one declaration. */
export default function DeclareReview() {
  const { params } = useTab();
  const id = Number(params.itemId);
  return (
    <Suspense fallback={<PageSkeleton />}>
      {id ? <ItemPage key={id} itemId={id} /> : <ListPage />}
    </Suspense>
  );
}
