import type { ReactElement } from "react";
import "../form/member-page.css";

/** Holds the place of the visitor's part while it loads. */
export function VisitorWaiting({ label }: { readonly label: string }): ReactElement {
  return (
    <div className="visitor-waiting" role="status" aria-label={label}>
      <i />
      <i />
      <i />
    </div>
  );
}
