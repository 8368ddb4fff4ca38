import { data } from "react-router";
import { MODES, TYPES } from "#src/lib/activity/words.ts";
import { idOfText } from "#src/lib/id-text.ts";
import { parseDateTime } from "#src/lib/text/dates.ts";
import { onPage } from "#src/server/pages/page-context.ts";
import { spanText } from "#src/site/activity/times.ts";
import { pageMeta, siteOf } from "#src/site/addresses/page-meta.ts";
import { Breadcrumb } from "#src/site/lists/breadcrumb.tsx";
import "#src/site/reading/article-text.css";
import { ArticleText } from "#src/site/reading/article-text.tsx";
import { findShown, nextTurn } from "../activity/service.server.ts";
import type { ActivityInfo } from "../activity/wire.ts";
import { headOfPath } from "../areaxList/service.server.ts";
import { COURSE_LINE } from "../wording/course/service.server.ts";
import type { Route } from "./+types/page";
import { Agenda } from "./agenda.tsx";
import { eventJsonLd } from "./json-ld.ts";
import { Prices } from "./prices.tsx";
import { SignBar } from "./sign-bar.tsx";
import { Teachers } from "./teachers.tsx";
import "./event.css";

export const handle = { cache: { query: ["id"] } };

const LIST = "/trainingEvent";
const hrefOf = (id: number) => `/trainingEventMessage?id=${id}`;

/** An activity whole; who is here, and the seats of now, are filled in by the browser. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { context: app, db, page } = onPage(context, "menu", "content", "entity:activity");
  page.tags.add("entity:teacher");
  const id = idOfText(new URL(request.url).searchParams.get("id") ?? "");
  const row = id === undefined ? undefined : await findShown(db, id);
  if (!row) throw data(null, { status: 404 });
  page.meant.id = row.id;
  page.validUntil = Math.min(page.validUntil, await nextTurn(db));
  const head = await headOfPath(app, LIST, "活动报名");
  return { row, path: head.path, line: COURSE_LINE, now: Date.now() };
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  if (!loaderData) return [{ title: "活动不存在" }];
  const { row } = loaderData;
  const site = siteOf(matches);
  return pageMeta({
    ...site,
    title: row.title,
    description: row.summary,
    path: hrefOf(row.id),
    image: row.cover,
    jsonLd: eventJsonLd(row, site),
  });
};

const isOver = (row: ActivityInfo, now: number) =>
  row.state >= 4 || (parseDateTime(row.endAt)?.getTime() ?? 0) <= now;

export default function EventPage({ loaderData }: Route.ComponentProps) {
  const { row, path, line, now } = loaderData;
  return (
    <main className="event-page">
      <div className="wrap">
        <Breadcrumb items={[{ label: "首页", href: "/" }, ...path, { label: "活动详情" }]} />
        {row.state === 5 ? (
          <p className="event-cancelled" role="status">
            本活动已取消。{row.opinion}
          </p>
        ) : null}
        <header className="event-head">
          <div>
            <p className="event-kind">
              {TYPES[row.type]} · {MODES[row.mode]}
            </p>
            <h1>{row.title}</h1>
            <p>{row.summary}</p>
            <Facts row={row} />
          </div>
          {row.cover ? <img src={row.cover} alt="" width="480" height="270" /> : null}
        </header>
        <SignBar row={row} isOver={isOver(row, now)} />
        <div className="event-parts">
          {row.content ? (
            <section aria-labelledby="about">
              <h2 id="about">活动介绍</h2>
              <ArticleText html={row.content} />
            </section>
          ) : null}
          <Agenda items={row.agenda} />
          <Teachers rows={row.teachers} />
          <Prices row={row} />
          {row.attachments.length > 0 ? (
            <section aria-labelledby="materials">
              <h2 id="materials">活动资料</h2>
              <ul className="event-list">
                {row.attachments.map(({ name }) => (
                  <li key={name}>{name}</li>
                ))}
              </ul>
              <p className="event-note">报名成功后，可在“我的报名”中查看和下载。</p>
            </section>
          ) : null}
          <p className="event-note">
            本活动只面向 18 周岁以上的成年人。{row.hasCertificate ? line : ""}
          </p>
        </div>
      </div>
    </main>
  );
}

function Facts({ row }: { readonly row: ActivityInfo }) {
  const place = [row.city, row.place].filter(Boolean).join(" · ");
  return (
    <dl className="event-fact-list">
      <div>
        <dt>时间</dt>
        <dd>
          {spanText(row.startAt, row.endAt)}
          {row.state === 5 ? null : (
            <a
              href={`/prod-api/api/activity/activities/calendar?id=${row.id}`}
              download={`活动-${row.id}.ics`}
            >
              加入日历
            </a>
          )}
        </dd>
      </div>
      {row.mode === "2" ? null : (
        <div>
          <dt>地点</dt>
          <dd>
            {place}
            {row.address ? <span>{row.address}</span> : null}
            {row.mapLink ? (
              <a href={row.mapLink} target="_blank" rel="noopener noreferrer">
                查看地图
              </a>
            ) : null}
          </dd>
        </div>
      )}
      {row.mode === "1" ? null : (
        <div>
          <dt>线上</dt>
          <dd>报名成功后，可在“我的报名”中看到进入地址</dd>
        </div>
      )}
      {row.hours > 0 ? (
        <div>
          <dt>学时</dt>
          <dd>{row.hours} 学时</dd>
        </div>
      ) : null}
      {row.contact ? (
        <div>
          <dt>咨询</dt>
          <dd>{row.contact}</dd>
        </div>
      ) : null}
    </dl>
  );
}
