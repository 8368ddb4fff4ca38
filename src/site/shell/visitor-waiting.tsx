import type { ReactElement } from "react";
import "../form/member-page.css";

/** Stands where what belongs to the visitor will be, while it is being asked for. */
export function VisitorWaiting({ label }: { readonly label: string }): ReactElement {
  return (
    <div className="visitor-waiting" role="status" aria-label={label}>
      <i />
      <i />
      <i />
    </div>
  );
}
