import { type HTMLAttributes, type ReactElement, Suspense, useState } from "react";
import { useHydrated } from "./use-hydrated.ts";

/** React writes the markup again whenever it gets another object, so this is always the same one. */
const AS_SENT = { __html: "" };

interface KeptProps extends HTMLAttributes<HTMLElement> {
  readonly as: "footer" | "nav" | "section";
}

/**
 * A part without behaviour: a browser that the server sent it to keeps the markup as it is, and so does not
 * fetch its children, which are components of `*.later.tsx`. Its key says what it shows: it never draws again.
 */
export function Kept({ as: Tag, children, ...attributes }: KeptProps): ReactElement {
  const isLive = useHydrated();
  const [isSent] = useState(!isLive);
  if (import.meta.env.SSR) return <Tag {...attributes}>{children}</Tag>;
  if (isSent) {
    return <Tag {...attributes} suppressHydrationWarning dangerouslySetInnerHTML={AS_SENT} />;
  }
  return (
    <Tag {...attributes}>
      <Suspense>{children}</Suspense>
    </Tag>
  );
}
