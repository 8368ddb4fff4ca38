import type { ReactElement } from "react";
import { shownDay } from "../../lib/text/undated.ts";
import { SectionHead } from "../../site/lists/section-head.tsx";
import { ArticleLink } from "../../site/reading/article-link.tsx";
import { TitleText } from "../../site/reading/title-text.tsx";
import type { loadHome } from "./service.server.ts";

type Home = Awaited<ReturnType<typeof loadHome>>;

/** Drawn covers are for cards: a lead story without a picture of its own gets the large drawing. */
const leadPicture = (cover: string) => (cover.startsWith("/art/cover/") ? "/art/lead.svg" : cover);

/** `MM-dd` of a createTime, with the year where it is not this one. */
export const shortDay = (createTime: string, year: string): string =>
  createTime.startsWith(year) ? createTime.slice(5, 10) : shownDay(createTime);

/** The lead story with three smaller ones below it, beside the dated notices. */
export function LeadPart({ home }: { readonly home: Home }): ReactElement {
  return (
    <div className="lead-grid wrap">
      <div>
        {home.lead ? <Lead lead={home.lead} /> : null}
        {home.secondary.length > 0 ? (
          <ul className="secondary">
            {home.secondary.map((article) => (
              <li key={article.id}>
                <h3>
                  <ArticleLink article={article}>
                    <TitleText broken={article.broken} />
                  </ArticleLink>
                </h3>
                <p className="meta">
                  <span>{article.typeName}</span>
                  <time>{shortDay(article.createTime, home.year)}</time>
                </p>
              </li>
            ))}
          </ul>
        ) : null}
      </div>
      {home.side.articles.length > 0 ? <Dated side={home.side} year={home.year} /> : null}
    </div>
  );
}

function Lead({ lead }: { readonly lead: NonNullable<Home["lead"]> }): ReactElement {
  return (
    <article className="lead">
      <img
        className="lead-picture"
        src={leadPicture(lead.cover)}
        alt=""
        width={792}
        height={396}
        fetchPriority="high"
      />
      <p className="meta">
        <span className="meta-type">{lead.typeName}</span>
        <time>{lead.createTime.slice(0, 10)}</time>
        {lead.source ? <span className="meta-source">{lead.source}</span> : null}
      </p>
      <h2>
        <ArticleLink article={lead}>
          <TitleText broken={lead.broken} />
        </ArticleLink>
      </h2>
      {lead.summary ? <p className="lead-summary">{lead.summary}</p> : null}
    </article>
  );
}

function Dated(props: { readonly side: Home["side"]; readonly year: string }): ReactElement {
  const { side, year } = props;
  return (
    <section className="dated" aria-labelledby="dated-title">
      <SectionHead
        id="dated-title"
        title={side.title}
        {...(side.href ? { link: { label: "全部公告", href: side.href } } : {})}
      />
      <ul>
        {side.articles.map((article, index) => (
          <li key={article.id} data-first={index === 0 && side.href ? "" : undefined}>
            <time dateTime={article.createTime.slice(0, 10)}>
              <b>{article.createTime.slice(8, 10)}</b>
              {article.createTime.startsWith(year)
                ? `${article.createTime.slice(5, 7)}月`
                : article.createTime.slice(0, 7)}
            </time>
            <p>
              {article.isImportant ? <span className="tag-important">重要</span> : null}
              <ArticleLink article={article}>
                <TitleText broken={article.broken} />
              </ArticleLink>
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
