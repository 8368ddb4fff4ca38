import { type ReactElement, type ReactNode, useEffect, useRef } from "react";
import { useLocation, useNavigation } from "react-router";
import { stopReading } from "../reading/read-aloud.ts";
import { useLoginGuard } from "../session/login-guard.ts";
import type { ShellData } from "./site-facts.ts";
import { Toasts } from "./toast.tsx";
import { useSoftLinks } from "./use-soft-links.ts";

export type ShellProps = { readonly shell: ShellData; readonly children: ReactNode };

/** The frame of the page: skip link, a line while the next page loads, the content, toasts. */
export function Frame(props: {
  readonly header: ReactElement;
  readonly footer: ReactElement;
  readonly children: ReactNode;
}): ReactElement {
  const { pathname, search } = useLocation();
  // Filters and pages of a list are the same page; another article is another one.
  const page = pathname === "/article" ? pathname + search : pathname;
  const isLoading = useNavigation().state !== "idle";
  const content = useRef<HTMLDivElement>(null);
  const shown = useRef(page);
  useSoftLinks();
  useLoginGuard();
  // After client navigation the focus goes to the new page, as it would with a full load.
  useEffect(() => {
    if (shown.current === page) return;
    shown.current = page;
    stopReading();
    content.current?.focus({ preventScroll: true });
  }, [page]);
  return (
    <>
      <a href="#content" className="skip-link">
        跳到正文
      </a>
      <div className="loading-line" hidden={!isLoading} />
      {props.header}
      <div id="content" ref={content} tabIndex={-1}>
        {props.children}
      </div>
      {props.footer}
      <Toasts />
    </>
  );
}
