import { data } from "react-router";
import { idOfText } from "#src/lib/id-text.ts";
import { dayInWords } from "#src/lib/text/dates.ts";
import { onPage } from "#src/server/pages/page-context.ts";
import { spanText } from "#src/site/activity/times.ts";
import { pageMeta, siteOf } from "#src/site/addresses/page-meta.ts";
import { Breadcrumb } from "#src/site/lists/breadcrumb.tsx";
import { findShown } from "../activity/service.server.ts";
import { headOfPath } from "../areaxList/service.server.ts";
import { settings } from "../system/config/service.server.ts";
import type { Route } from "./+types/page";
import { MyResult } from "./my-result.tsx";
import "./notice.css";

export const handle = { cache: { query: ["id"] } };

const PATH = "/pxMessage";

/** The notice of an activity; the own result is filled in by the browser. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { context: app, db, page } = onPage(context, "menu", "content", "site", "entity:activity");
  const id = idOfText(new URL(request.url).searchParams.get("id") ?? "");
  const row = id === undefined ? undefined : await findShown(db, id);
  if (!row) throw data(null, { status: 404 });
  page.meant.id = row.id;
  const [head, values] = await Promise.all([
    headOfPath(app, "/trainingEvent", "活动报名"),
    settings(app),
  ]);
  const { content: _, agenda: __, formSchema: ___, ...facts } = row;
  return {
    row: facts,
    path: head.path,
    society: values.get("site.name") ?? "",
    phone: values.get("site.phone") ?? "",
  };
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) => [
  ...pageMeta({
    ...siteOf(matches),
    title: `关于举办“${loaderData?.row.title ?? "活动"}”的通知`,
    path: `${PATH}?id=${loaderData?.row.id ?? ""}`,
  }),
  { name: "robots", content: "noindex" },
];

export default function NoticePage({ loaderData }: Route.ComponentProps) {
  const { row, path, society, phone } = loaderData;
  const place =
    row.mode === "2" ? "线上" : [row.city, row.place, row.address].filter(Boolean).join(" ");
  const lines = [
    ["时间", spanText(row.startAt, row.endAt)],
    ["地点", place],
    ["报名", `${spanText(row.signStartAt, row.signEndAt)}`],
    ["学时", row.hours > 0 ? `${row.hours} 学时` : ""],
    ["联系", row.contact || phone],
  ].filter(([, text]) => text);
  return (
    <main className="notice-page">
      <div className="wrap">
        <Breadcrumb items={[{ label: "首页", href: "/" }, ...path, { label: "活动通知" }]} />
        <article className="notice-paper">
          <p className="notice-society">{society}</p>
          <h1>关于举办“{row.title}”的通知</h1>
          <p>各位参加人：</p>
          <p>{row.summary}现将有关事项通知如下。</p>
          <dl>
            {lines.map(([label, text]) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{text}</dd>
              </div>
            ))}
          </dl>
          <p>
            现场凭“签到码”签到，签到码每天更换，请在签到前打开本页。因故不能参加的，请及时取消报名，把名额留给候补的人。
          </p>
          <p className="notice-end">
            {society}
            <br />
            {dayInWords(row.signStartAt.slice(0, 10))}
          </p>
          <p className="notice-more">
            <a href={`/trainingEventMessage?id=${row.id}`}>议程、师资和费用</a>
          </p>
        </article>
        <MyResult activityId={row.id} phone={phone} />
      </div>
    </main>
  );
}
