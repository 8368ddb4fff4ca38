import { formatDay, parseDateTime } from "#src/lib/text/dates.ts";
import { onPage } from "#src/server/pages/page-context.ts";
import { breadcrumbJsonLd } from "#src/site/addresses/breadcrumb-json-ld.ts";
import { pageMeta, siteOf } from "#src/site/addresses/page-meta.ts";
import EmptyState from "#src/site/lists/empty-state.later.tsx";
import { PageHead } from "#src/site/lists/page-head.tsx";
import { headOfPath } from "../areaxList/service.server.ts";
import type { Route } from "./+types/page";
import { leadersOn, nextChangeOf, type PeriodShown } from "./service.server.ts";
import "./leaders.css";

export const handle = { cache: { query: [] } };

const PATH = "/leaders";
const NAME = "学会领导";

export async function loader({ context }: Route.LoaderArgs) {
  const { context: app, db, page } = onPage(context, "menu", "content", "entity:leader_post");
  const today = formatDay(new Date());
  const [head, periods, next] = [
    await headOfPath(app, PATH, NAME),
    await leadersOn(db, today),
    await nextChangeOf(db, today),
  ];
  const at = next === undefined ? null : parseDateTime(next);
  if (at) page.validUntil = Math.min(page.validUntil, at.getTime());
  return { head, periods };
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  const site = siteOf(matches);
  const title = loaderData?.head.name ?? NAME;
  const description = loaderData?.head.intro || `${site.siteName}现任与历届领导。`;
  const jsonLd = breadcrumbJsonLd(site.origin, loaderData?.head.path ?? []);
  return pageMeta({ ...site, title, description, path: PATH, jsonLd });
};

export default function LeadersPage({ loaderData: { head, periods } }: Route.ComponentProps) {
  return (
    <main>
      <PageHead {...head} />
      <div className="wrap leaders">
        {periods.length === 0 ? (
          <EmptyState
            drawing="none"
            title="这一页还没有内容"
            text="学会正在整理现任与历届领导的名单。"
          />
        ) : (
          periods.map((period) => <Period key={period.id} period={period} />)
        )}
      </div>
    </main>
  );
}

function Period({ period: { id, name, days, isPresent, ranks } }: { period: PeriodShown }) {
  return (
    <section aria-labelledby={`period-${id}`}>
      <h2 id={`period-${id}`}>
        {name}
        {isPresent && <span className="leaders-present">现任</span>}
      </h2>
      <p className="leaders-days">{days}</p>
      <dl>
        {ranks.map(({ post, holders }) => (
          <div key={post}>
            <dt>{post}</dt>
            {holders.map((holder, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: nothing public tells two of a name apart
              <dd key={`${holder.name}-${index}`}>
                {holder.name}
                {holder.days && <small>（{holder.days}）</small>}
              </dd>
            ))}
          </div>
        ))}
      </dl>
    </section>
  );
}
