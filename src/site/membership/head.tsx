import type { ReactElement } from "react";
import { Breadcrumb } from "../lists/breadcrumb.tsx";
import "../lists/page-head.css";
import "./head.css";

interface MembershipHeadProps {
  readonly title: string;
  /** One sentence below the title. */
  readonly intro?: string;
  readonly path: readonly { readonly label: string; readonly href: string }[];
  readonly tabs: readonly {
    readonly label: string;
    readonly href: string;
    readonly isActive: boolean;
  }[];
}

/** The band on top of the pages of membership: a tree before its rings, and the pages as tabs. */
export function MembershipHead({ title, intro, path, tabs }: MembershipHeadProps): ReactElement {
  const crumbs = path.map((item, index) =>
    index === path.length - 1 ? { label: item.label } : item,
  );
  return (
    <header className="page-head membership-head">
      <div className="wrap">
        <img src="/art/head-tree.svg" alt="" width="800" height="250" />
        <Breadcrumb items={[{ label: "首页", href: "/" }, ...crumbs]} />
        <h1>{title}</h1>
        {intro ? <p>{intro}</p> : null}
        {tabs.length > 1 ? (
          <nav aria-label="会员服务">
            <ul>
              {tabs.map(({ label, href, isActive }) => (
                <li key={href}>
                  <a href={href} aria-current={isActive ? "page" : undefined}>
                    {label}
                  </a>
                </li>
              ))}
            </ul>
          </nav>
        ) : null}
      </div>
    </header>
  );
}
