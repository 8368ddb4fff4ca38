import { asc, eq } from "drizzle-orm";
import type { ReactNode } from "react";
import { onPage } from "#src/server/pages/page-context.ts";
import { breadcrumbJsonLd } from "#src/site/addresses/breadcrumb-json-ld.ts";
import { pageMeta, siteOf } from "#src/site/addresses/page-meta.ts";
import { isPageThere } from "#src/site/addresses/site-pages.ts";
import { ChevronDownIcon } from "#src/site/drawings/icons.tsx";
import EmptyState from "#src/site/lists/empty-state.later.tsx";
import { PageHead } from "#src/site/lists/page-head.tsx";
import "#src/site/reading/article-text.css";
import { ArticleText } from "#src/site/reading/article-text.tsx";
import { headOfPath } from "../areaxList/service.server.ts";
import { AUDIENCES, MODES } from "../programme/fields.ts";
import { programme } from "../programme/table.server.ts";
import { COURSE_LINE } from "../wording/course/service.server.ts";
import type { Route } from "./+types/page";
import "./programmes.css";

export const handle = { cache: { query: [] } };

const PATH = "/trainingImg";
const NAME = "培训项目";
const INTRO = "学会面向成年人开设的学习项目：学什么、学多久、适合谁。";
const EVENTS = "/trainingEvent";

export async function loader({ context }: Route.LoaderArgs) {
  const { context: app, db } = onPage(context, "menu", "content", "entity:programme");
  const { id, programmeName, intro, audience, mode, hours, picture, posterText, content } =
    programme;
  const rows = await db
    .select({ id, programmeName, intro, audience, mode, hours, picture, posterText, content })
    .from(programme)
    .where(eq(programme.status, "0"))
    .orderBy(asc(programme.orderNum), asc(id));
  const head = await headOfPath(app, PATH, NAME);
  return {
    head: { ...head, intro: head.intro || INTRO },
    rows,
    line: COURSE_LINE,
    // Links lead only to pages that are there.
    events: isPageThere(EVENTS, () => false) ? EVENTS : "",
  };
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  const site = siteOf(matches);
  return pageMeta({
    ...site,
    title: loaderData?.head.name ?? NAME,
    description: loaderData?.head.intro ?? INTRO,
    path: PATH,
    jsonLd: breadcrumbJsonLd(site.origin, loaderData?.head.path ?? []),
  });
};

export default function ProgrammesPage({ loaderData }: Route.ComponentProps) {
  const { head, rows, line, events } = loaderData;
  return (
    <main>
      <PageHead {...head} />
      <div className="wrap programmes">
        <p className="programme-line">所有项目只面向 18 周岁以上的成年人。{line}</p>
        {rows.length === 0 ? (
          <EmptyState drawing="none" title="这一页还没有内容" text="学会正在整理培训项目的资料。" />
        ) : (
          <ul>
            {rows.map((row) => (
              <Programme key={row.id} row={row} />
            ))}
          </ul>
        )}
        {events ? (
          <p className="programme-next">
            <a className="btn btn-primary" href={events}>
              查看近期开班并报名
            </a>
          </p>
        ) : null}
      </div>
    </main>
  );
}

type Row = Route.ComponentProps["loaderData"]["rows"][number];

function Programme({ row }: { readonly row: Row }) {
  const { programmeName, intro, audience, mode, hours, picture, posterText, content } = row;
  const facts = [
    ["面向", AUDIENCES[audience]],
    ["方式", MODES[mode]],
    ["学时", `${hours} 学时`],
  ];
  return (
    <li>
      {picture ? (
        <img src={picture} alt={`${programmeName}的海报，文字见下方`} loading="lazy" />
      ) : null}
      <div>
        <h2>{programmeName}</h2>
        <p>{intro}</p>
        <dl>
          {facts.map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        {posterText ? (
          <Folded title="海报文字" of={programmeName}>
            <p className="programme-poster">{posterText}</p>
          </Folded>
        ) : null}
        {content ? (
          <Folded title="课程大纲" of={programmeName}>
            <ArticleText html={content} />
          </Folded>
        ) : null}
      </div>
    </li>
  );
}

function Folded(props: {
  readonly title: string;
  readonly of: string;
  readonly children: ReactNode;
}) {
  return (
    <details className="group">
      <summary>
        {props.title}
        <span className="sr-only">：{props.of}</span>
        <ChevronDownIcon size={16} className="group-open:rotate-180" />
      </summary>
      {props.children}
    </details>
  );
}
