import { rememberMenu } from "../session/session-store.ts";
import { Breadcrumb } from "./breadcrumb.tsx";
import "./page-head.css";

/** A category beside the one that is shown. `count` is missing where the tab is no list. */
export type Tab = { id: number; label: string; href: string; count?: number; isActive: boolean };

export type HeadProps = {
  /** The category whose children the tabs are. */
  parentId: number;
  name: string;
  intro: string;
  path: { label: string; href: string }[];
  tabs: Tab[];
};

/** The paper band: breadcrumb, title, one sentence, and the sibling categories as tabs. */
export function PageHead({ parentId, name, intro, path, tabs }: HeadProps) {
  const crumbs = path.map((item, index) =>
    index === path.length - 1 ? { label: item.label } : item,
  );
  return (
    <header className="page-head">
      <div className="wrap">
        <img src="/art/head-paper.svg" alt="" width="480" height="250" />
        <Breadcrumb items={[{ label: "首页", href: "/" }, ...crumbs]} />
        <h1>{name}</h1>
        {intro ? <p>{intro}</p> : null}
        {tabs.length > 1 ? (
          <nav aria-label="同级栏目">
            <ul>
              {tabs.map((tab) => (
                <li key={tab.id}>
                  <a
                    href={tab.href}
                    aria-current={tab.isActive ? "page" : undefined}
                    onClick={() => rememberMenu(parentId, tab.id)}
                  >
                    {tab.label}
                    {tab.count === undefined ? null : <small>{tab.count}</small>}
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
