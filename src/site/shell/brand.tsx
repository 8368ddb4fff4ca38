import type { ReactElement } from "react";
import { Logo } from "./logo.tsx";
import type { SiteFacts } from "./site-facts.ts";

/** Logo and name, which lead home. */
export function Brand({ site }: { readonly site: SiteFacts }): ReactElement {
  return (
    <a href="/" className="brand">
      <Logo className="brand-logo" />
      <span className="brand-words">
        <span className="brand-name">
          {site.name}
          {site.badge ? <span className="brand-badge">{site.badge}</span> : null}
        </span>
        {site.latinName ? <span className="brand-latin">{site.latinName}</span> : null}
      </span>
      <span className="sr-only">，返回首页</span>
    </a>
  );
}
