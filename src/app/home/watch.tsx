import { type KeyboardEvent, type ReactElement, useState } from "react";
import { ExternalIcon } from "../../site/drawings/icons.tsx";
import { SectionHead } from "../../site/lists/section-head.tsx";
import { ArticleLink } from "../../site/reading/article-link.tsx";
import { Cover } from "../../site/reading/cover.tsx";
import { TitleText } from "../../site/reading/title-text.tsx";
import { useHydrated } from "../../site/shell/use-hydrated.ts";
import { shortDay } from "./lead.tsx";
import type { loadHome } from "./service.server.ts";

type Home = Awaited<ReturnType<typeof loadHome>>;
type Tab = Home["tabs"][number];

/**
 * 学会观察: a tab for each main category. All panels are in the page; CSS shows the chosen one, and
 * without JavaScript all of them, with the tabs as links to them.
 */
export function WatchPart({ home }: { readonly home: Home }): ReactElement | null {
  const [chosen, setChosen] = useState(0);
  const isHydrated = useHydrated();
  const { tabs, journal } = home;
  const shown = tabs[chosen] ?? tabs[0];
  if (!shown) return null;
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (!step) return;
    event.preventDefault();
    const next = (chosen + step + tabs.length) % tabs.length;
    setChosen(next);
    event.currentTarget.querySelectorAll("a")[next]?.focus();
  };
  return (
    <div className="watch-grid wrap" data-alone={journal ? undefined : ""}>
      <section aria-labelledby="watch-title">
        <SectionHead
          id="watch-title"
          title={home.watchTitle}
          link={{ label: "进入栏目", href: shown.href }}
        />
        <div className="tabs" role="tablist" aria-label="栏目" onKeyDown={onKeyDown}>
          {tabs.map((tab, index) => (
            <a
              key={tab.id}
              id={`tab-${tab.id}`}
              href={`#panel-${tab.id}`}
              role="tab"
              aria-selected={tab === shown}
              aria-controls={`panel-${tab.id}`}
              tabIndex={isHydrated && tab !== shown ? -1 : 0}
              onClick={(event) => {
                event.preventDefault();
                setChosen(index);
              }}
            >
              {tab.label}
            </a>
          ))}
        </div>
        {tabs.map((tab) => (
          <Panel key={tab.id} tab={tab} year={home.year} isShown={tab === shown} />
        ))}
      </section>
      {journal ? <Journal label={journal.label} href={journal.href} /> : null}
    </div>
  );
}

function Panel(props: {
  readonly tab: Tab;
  readonly year: string;
  readonly isShown: boolean;
}): ReactElement {
  const { tab, year, isShown } = props;
  return (
    <div
      id={`panel-${tab.id}`}
      className="tab-panel"
      role="tabpanel"
      aria-labelledby={`tab-${tab.id}`}
      data-shown={isShown ? "" : undefined}
    >
      <h3 className="no-js-only">{tab.label}</h3>
      <ul className="watch-cards">
        {tab.cards.map((card) => (
          <li key={card.id}>
            <Cover
              articleId={card.id}
              cover={card.cover}
              motif={card.motif}
              palette={card.palette}
              width={384}
              height={184}
            />
            <h3>
              <ArticleLink article={card}>
                <TitleText broken={card.broken} />
              </ArticleLink>
            </h3>
            <p className="meta">
              <span>{card.typeName}</span>
              <time>{shortDay(card.createTime, year)}</time>
            </p>
          </li>
        ))}
      </ul>
      {tab.articles.length > 0 ? (
        <ul className="watch-lines">
          {tab.articles.map((article) => (
            <li key={article.id}>
              <ArticleLink article={article}>{article.articleName}</ArticleLink>
              <time>{shortDay(article.createTime, year)}</time>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}

/** The journal as far as it is here: its drawn cover and the way to it. */
function Journal({ label, href }: { readonly label: string; readonly href: string }): ReactElement {
  return (
    <section className="journal" aria-labelledby="journal-title">
      <div className="section-head">
        <h2 id="journal-title">{label}</h2>
      </div>
      <div className="journal-cover" aria-hidden="true">
        <span>家庭教育</span>
        <img src="/art/cover/rings-blue-5.svg" alt="" width={240} height={200} loading="lazy" />
      </div>
      <p>刊发家庭教育研究、调查与一线实务文章，全文在线阅读。</p>
      <a
        className="btn btn-outline btn-small"
        href={href}
        target="_blank"
        rel="noopener noreferrer"
      >
        在线阅读
        <ExternalIcon size={16} />
      </a>
    </section>
  );
}
