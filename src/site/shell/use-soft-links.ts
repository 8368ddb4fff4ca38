import { useEffect } from "react";
import { useNavigate } from "react-router";

/** Paths that are no pages: the API, files and feeds. */
const NO_PAGE = /^\/(prod-api|profile|common|art|assets|demo)\/|\.\w{2,5}$/;

/**
 * Plain anchors to pages of ours become client navigation, those inside an article's text as well.
 * One listener instead of a component per link: a page has about a hundred, and each component
 * would cost the server more than its whole anchor.
 */
export function useSoftLinks(): void {
  const navigate = useNavigate();
  useEffect(() => {
    const onClick = (event: MouseEvent) => {
      if (event.defaultPrevented || event.button !== 0) return;
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
      const anchor = (event.target as Element).closest?.("a[href]");
      if (!(anchor instanceof HTMLAnchorElement)) return;
      if ((anchor.target && anchor.target !== "_self") || anchor.hasAttribute("download")) return;
      const url = new URL(anchor.href);
      if (url.origin !== location.origin || NO_PAGE.test(url.pathname)) return;
      const isHere = url.pathname === location.pathname && url.search === location.search;
      if (isHere && url.hash) return;
      event.preventDefault();
      void navigate(url.pathname + url.search + url.hash);
    };
    document.addEventListener("click", onClick);
    return () => document.removeEventListener("click", onClick);
  }, [navigate]);
}
