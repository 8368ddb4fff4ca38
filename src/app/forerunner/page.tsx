import { asc, desc, eq } from "drizzle-orm";
import { onPage } from "#src/server/pages/page-context.ts";
import { breadcrumbJsonLd } from "#src/site/addresses/breadcrumb-json-ld.ts";
import { safeHref } from "#src/site/addresses/category-href.ts";
import { pageMeta, siteOf } from "#src/site/addresses/page-meta.ts";
import EmptyState from "#src/site/lists/empty-state.later.tsx";
import "#src/site/lists/filter-links.css";
import { PageHead } from "#src/site/lists/page-head.tsx";
import { headOfPath } from "../areaxList/service.server.ts";
import type { Route } from "./+types/page";
import { type Asked, hrefOf, Place } from "./place.tsx";
import { ProvinceMap } from "./province-map.tsx";
import { forerunner } from "./table.server.ts";
import "./forerunner.css";

export const handle = { cache: { query: ["province", "batch"] } };

const PATH = "/forerunner";
const NAME = "先行示范";
const INTRO = "先行区、示范单位和先进典型，以及他们的做法。";

/** All places that are shown, those of a province, of a year, or of both. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { context: app, db, page } = onPage(context, "menu", "content", "entity:forerunner");
  const { id, placeName, kind, province, batch, intro, picture, content, caseUrl } = forerunner;
  const [head, all] = await Promise.all([
    headOfPath(app, PATH, NAME),
    db
      .select({ id, placeName, kind, province, batch, intro, picture, content, caseUrl })
      .from(forerunner)
      .where(eq(forerunner.status, "0"))
      .orderBy(desc(batch), asc(forerunner.orderNum), asc(id)),
  ]);
  const query = new URL(request.url).searchParams;
  const known = (name: "province" | "batch") => {
    const value = query.get(name) ?? "";
    const isKnown = all.some((row) => String(row[name]) === value);
    if (isKnown) page.meant[name] = value;
    return isKnown ? value : "";
  };
  const asked: Asked = { province: known("province"), batch: known("batch") };
  const inYear = all.filter((row) => !asked.batch || String(row.batch) === asked.batch);
  const counts: Record<string, number> = {};
  for (const row of inYear) counts[row.province] = (counts[row.province] ?? 0) + 1;
  return {
    head: { ...head, intro: head.intro || INTRO },
    asked,
    counts,
    years: [...new Set(all.map((row) => row.batch))],
    rows: inYear
      .filter((row) => !asked.province || row.province === asked.province)
      .map((row) => ({ ...row, caseUrl: row.caseUrl && safeHref(row.caseUrl) })),
  };
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  const site = siteOf(matches);
  return pageMeta({
    ...site,
    title: loaderData?.head.name ?? NAME,
    description: loaderData?.head.intro ?? INTRO,
    path: loaderData ? hrefOf(loaderData.asked) : PATH,
    jsonLd: breadcrumbJsonLd(site.origin, loaderData?.head.path ?? []),
  });
};

export default function ForerunnerPage({ loaderData }: Route.ComponentProps) {
  const { head, asked, counts, years, rows } = loaderData;
  return (
    <main>
      <PageHead {...head} />
      <div className="wrap forerunners">
        {years.length === 0 ? (
          <EmptyState
            drawing="none"
            title="这一页还没有内容"
            text="学会正在整理先行示范单位的资料。"
          />
        ) : (
          <>
            <nav className="filter-links" aria-label="按批次年份筛选">
              <a
                href={hrefOf({ ...asked, batch: "" })}
                aria-current={asked.batch ? undefined : "page"}
              >
                全部批次
              </a>
              {years.map((year) => (
                <a
                  key={year}
                  href={hrefOf({ ...asked, batch: String(year) })}
                  aria-current={asked.batch === String(year) ? "page" : undefined}
                >
                  {year} 年
                </a>
              ))}
            </nav>
            <div className="forerunner-parts">
              <ProvinceMap counts={counts} asked={asked} />
              <section aria-label="名录">
                <p className="forerunner-total">共 {rows.length} 个</p>
                {rows.length === 0 ? <p>这一省份在所选年份没有先行示范单位。</p> : null}
                <ul>
                  {rows.map((row) => (
                    <Place key={row.id} row={row} />
                  ))}
                </ul>
              </section>
            </div>
          </>
        )}
      </div>
    </main>
  );
}
