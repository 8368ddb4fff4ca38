import { Breadcrumb } from "../../site/lists/breadcrumb.tsx";
import { rememberMenu } from "../../site/session/session-store.ts";
import type { Tab } from "./tabs.server.ts";

type HeadProps = {
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
