import { MODES, TYPES } from "#src/lib/activity/words.ts";
import { onPage } from "#src/server/pages/page-context.ts";
import { seatsText, useSeats } from "#src/site/activity/seats.ts";
import { breadcrumbJsonLd } from "#src/site/addresses/breadcrumb-json-ld.ts";
import { pageMeta, siteOf } from "#src/site/addresses/page-meta.ts";
import EmptyState from "#src/site/lists/empty-state.later.tsx";
import { PageHead } from "#src/site/lists/page-head.tsx";
import { Pagination } from "#src/site/lists/pagination.tsx";
import { filtersOf, listShown, nextTurn } from "../activity/service.server.ts";
import { headOfPath } from "../areaxList/service.server.ts";
import { COURSE_LINE } from "../wording/course/service.server.ts";
import type { Route } from "./+types/page";
import { type Asked, hrefOf, PATH, STATUS_NAMES } from "./address.ts";
import { EventCard } from "./event-card.tsx";
import { type Choice, Filters } from "./filters.tsx";
import "./events.css";

export const handle = {
  cache: { query: ["type", "status", "month", "city", "mode", "pageNum"] },
};

const NAME = "活动报名";
const INTRO = "学会举办的会议、培训、讲座和比赛，可以为自己或为单位报名。";
const PAGE_SIZE = 12;

/** Activities to come and past, narrowed by the address; seats are filled in by the browser. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { context: app, db, page } = onPage(context, "menu", "content", "entity:activity");
  const query = new URL(request.url).searchParams;
  const [head, filters, turn] = await Promise.all([
    headOfPath(app, PATH, NAME),
    filtersOf(db),
    nextTurn(db),
  ]);
  // What is open, and what is over, changes with the time.
  page.validUntil = Math.min(page.validUntil, turn);
  const known = (name: keyof Asked, values: readonly string[]) => {
    const value = query.get(name) ?? "";
    if (!values.includes(value)) return "";
    page.meant[name] = value;
    return value;
  };
  const asked: Asked = {
    type: known("type", Object.keys(TYPES)),
    status: known("status", Object.keys(STATUS_NAMES)),
    month: known("month", filters.months),
    city: known("city", filters.cities),
    mode: known("mode", Object.keys(MODES)),
  };
  const asks = Number(query.get("pageNum") ?? 1);
  const wanted = Number.isSafeInteger(asks) && asks > 0 ? asks : 1;
  const input = { ...asked, pageNum: String(wanted), pageSize: String(PAGE_SIZE) };
  const { rows, total } = await listShown(db, input);
  const pageNum = Math.min(wanted, Math.max(1, Math.ceil(total / PAGE_SIZE)));
  if (pageNum > 1) page.meant.pageNum = pageNum;
  return {
    head: { ...head, intro: head.intro || INTRO },
    asked,
    filters,
    rows,
    total,
    pageNum,
    now: Date.now(),
    line: COURSE_LINE,
  };
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  const site = siteOf(matches);
  return pageMeta({
    ...site,
    title: loaderData?.head.name ?? NAME,
    description: loaderData?.head.intro ?? INTRO,
    path: loaderData ? hrefOf(loaderData.asked, loaderData.pageNum) : PATH,
    jsonLd: breadcrumbJsonLd(site.origin, loaderData?.head.path ?? []),
  });
};

const named = (names: Readonly<Record<string, string>>): Choice[] =>
  Object.entries(names).map(([value, label]) => ({ value, label }));

export default function EventsPage({ loaderData }: Route.ComponentProps) {
  const { head, asked, filters, rows, total, pageNum, now, line } = loaderData;
  const seats = useSeats(rows.map(({ id }) => id));
  const months = filters.months.map((month) => ({
    value: month,
    label: `${month.slice(0, 4)}年${Number(month.slice(5))}月`,
  }));
  const cities = filters.cities.map((city) => ({ value: city, label: city }));
  const isNarrowed = Object.values(asked).some(Boolean);
  return (
    <main>
      <PageHead {...head} />
      <div className="wrap events">
        <Filters
          asked={asked}
          groups={[
            ["type", "类型", named(TYPES)],
            ["status", "报名", named(STATUS_NAMES)],
            ["mode", "方式", named(MODES)],
          ]}
          lists={[
            ["month", "月份", months],
            ["city", "城市", cities],
          ]}
        />
        {rows.length === 0 ? (
          <EmptyState
            drawing="none"
            title={isNarrowed ? "没有符合条件的活动" : "还没有活动"}
            text={isNarrowed ? "请换一个条件看看。" : "学会的活动会在这里发布。"}
          />
        ) : (
          <>
            <p className="events-total">共 {total} 个活动</p>
            <ul className="event-cards">
              {rows.map((row) => (
                <EventCard key={row.id} row={row} now={now} seats={seatsText(seats.get(row.id))} />
              ))}
            </ul>
            <Pagination
              total={total}
              pageNum={pageNum}
              pageSize={PAGE_SIZE}
              href={(to) => hrefOf(asked, to)}
            />
          </>
        )}
        <p className="events-line">所有活动只面向 18 周岁以上的成年人。{line}</p>
      </div>
    </main>
  );
}
