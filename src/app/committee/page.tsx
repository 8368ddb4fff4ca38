import { asc, eq } from "drizzle-orm";
import { onPage } from "#src/server/pages/page-context.ts";
import { breadcrumbJsonLd } from "#src/site/addresses/breadcrumb-json-ld.ts";
import { pageMeta, siteOf } from "#src/site/addresses/page-meta.ts";
import { ChevronDownIcon } from "#src/site/drawings/icons.tsx";
import EmptyState from "#src/site/lists/empty-state.later.tsx";
import { PageHead } from "#src/site/lists/page-head.tsx";
import { ArticleText } from "#src/site/reading/article-text.tsx";
import { Cover } from "#src/site/reading/cover.tsx";
import { headOfPath } from "../areaxList/service.server.ts";
import type { Route } from "./+types/page";
import { committee } from "./table.server.ts";

export const handle = { cache: { query: [] } };

const PATH = "/committee";
const NAME = "专业委员会";

export async function loader({ context }: Route.LoaderArgs) {
  const { context: app, db } = onPage(context, "menu", "content", "entity:committee");
  const { id, committeeName, intro, chair, secretary, founded, phone, picture, content } =
    committee;
  const rows = await db
    .select({ id, committeeName, intro, chair, secretary, founded, phone, picture, content })
    .from(committee)
    .where(eq(committee.status, "0"))
    .orderBy(asc(committee.orderNum), asc(id));
  return { head: await headOfPath(app, PATH, NAME), rows };
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  const site = siteOf(matches);
  const title = loaderData?.head.name ?? NAME;
  const description = loaderData?.head.intro || `${site.siteName}设立的专业委员会。`;
  const jsonLd = breadcrumbJsonLd(site.origin, loaderData?.head.path ?? []);
  return pageMeta({ ...site, title, description, path: PATH, jsonLd });
};

export default function CommitteePage({ loaderData: { head, rows } }: Route.ComponentProps) {
  return (
    <main>
      <PageHead {...head} />
      <div className="wrap pt-4 pb-16">
        {rows.length === 0 ? (
          <EmptyState
            drawing="none"
            title="这一页还没有内容"
            text="学会正在整理各专业委员会的资料。"
          />
        ) : (
          rows.map((row) => <Committee key={row.id} row={row} />)
        )}
      </div>
    </main>
  );
}

type Row = Route.ComponentProps["loaderData"]["rows"][number];

function Committee({ row }: { row: Row }) {
  const { committeeName, intro, chair, secretary, founded, phone, picture, content } = row;
  const facts = [
    ["主任委员", chair],
    ["秘书长", secretary],
    ["成立年份", founded && `${founded} 年`],
    ["联系电话", phone],
  ].filter(([, value]) => value);
  const call = `tel:${phone.replace(/转.*|[^\d+]/g, "")}`;
  return (
    <article className="border-b border-rule py-8 md:flex md:gap-10">
      {picture && (
        <div className="mb-4 max-w-80 md:w-60 md:shrink-0">
          <Cover articleId={0} cover={picture} motif="" palette="" width={240} height={160} />
        </div>
      )}
      <div className="max-w-3xl min-w-0 grow">
        <h2 className="text-[22px] leading-8">{committeeName}</h2>
        <p className="mt-2 text-[17px] text-ink-2">{intro}</p>
        <dl className="mt-3 flex flex-wrap gap-x-8 gap-y-1 [&_a]:text-blue-text">
          {facts.map(([label, value]) => (
            <div key={label} className="flex gap-2">
              <dt className="text-ink-3">{label}</dt>
              <dd>{value === phone ? <a href={call}>{phone}</a> : value}</dd>
            </div>
          ))}
        </dl>
        {content && (
          <details className="group mt-2">
            <summary className="flex w-fit cursor-pointer items-center gap-1 py-2 text-blue-text">
              详细介绍<span className="sr-only">：{committeeName}</span>
              <ChevronDownIcon size={16} className="group-open:rotate-180" />
            </summary>
            <div className="overflow-x-auto pt-2">
              <ArticleText html={content} />
            </div>
          </details>
        )}
      </div>
    </article>
  );
}
