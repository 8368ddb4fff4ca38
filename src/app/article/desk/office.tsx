import { lazy, Suspense } from "react";
import { PageSkeleton } from "#src/office/shell/skeleton.tsx";
import { useTab } from "#src/office/tabs/tab.tsx";
import "#src/office/list/parts.css";
import "./list/desk.css";
import "./review/differences.css";
import "./parts/preview.css";
import "./list/narrow.css";

// One slice, three pages: the list loads neither the editor nor the review.
const ListPage = lazy(() => import("./list/list-page.tsx"));
const EditorPage = lazy(() => import("./editor/editor-page.tsx"));
const ReviewPage = lazy(() => import("./review/review-page.tsx"));

/**
 * 文章管理 (menu row 2001), and the hidden static routes of its editor and its review, which are told
 * apart by their paths.
 */
export default function ArticleDesk() {
  const { path, params, query } = useTab();
  const id = Number(params.articleId);
  return (
    <Suspense fallback={<PageSkeleton />}>
      {path.startsWith("/content/article-edit/") ? (
        // A new article that was saved keeps its tab and its address; the next new one has another.
        <EditorPage key={path} articleId={id || Number(query.id) || undefined} />
      ) : path.startsWith("/content/article-review/") ? (
        <ReviewPage key={id} articleId={id} />
      ) : (
        <ListPage />
      )}
    </Suspense>
  );
}
