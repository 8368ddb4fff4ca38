import { lazy, Suspense } from "react";
import type { RichTextProps } from "../rich-text/editor.tsx";

// The editor is 100 kB of its own: only pages that write load it.
const Editor = lazy(() => import("../rich-text/editor.tsx"));

/**
 * A field for formatted text: `value` and `onChange` carry clean HTML, so the words live in the form
 * and survive a tab that is hidden (decision 23). Works as the child of an Ant Design `Form.Item`.
 */
export function RichText(props: RichTextProps) {
  return (
    <Suspense
      fallback={
        <div className="rt rt-waiting" role="status">
          <span className="o-hidden">正在载入编辑器…</span>
        </div>
      }
    >
      <Editor {...props} />
    </Suspense>
  );
}
