import { data } from "react-router";
import { parseDateTime } from "#src/lib/text/dates.ts";
import { onPage } from "#src/server/pages/page-context.ts";
import { siteOf } from "#src/site/addresses/page-meta.ts";
import { Telephone } from "#src/site/footer/telephone.tsx";
import EmptyState from "#src/site/lists/empty-state.later.tsx";
import { noticeAt } from "../home/notice/service.server.ts";
import { settings } from "../system/config/service.server.ts";
import type { Route } from "./+types/page";

const DAY_SECONDS = 86_400;
/** Asked again in an hour, where nobody has said when it is back. */
const HOUR_SECONDS = 3_600;

/** Nothing keeps it: what it says ends by the clock, and by a switch of the office. */
const HEADERS = { "cache-control": "no-store", "x-robots-tag": "noindex" };

/**
 * 503 with Retry-After while the notice of the settings is in force, the same for people and machines;
 * 403 while no service is stopped: who comes here then has no right to what they asked for.
 */
export async function loader({ context }: Route.LoaderArgs) {
  const { context: app } = onPage(context, "site");
  const values = await settings(app);
  const phone = values.get("site.phone") ?? "";
  const hours = values.get("site.hours") ?? "";
  const now = Date.now();
  const { notice } = noticeAt(now, values.get("site.notice") ?? "", phone, "");
  if (!notice) {
    return data({ notice: undefined, back: "", phone, hours }, { status: 403, headers: HEADERS });
  }
  const { title, text, start, end } = notice;
  // A day counts whole: the service is back when its last day is over.
  const last = parseDateTime(end)?.getTime() ?? 0;
  const seconds = Math.ceil((last - now) / 1000) + DAY_SECONDS;
  const isAhead = last > 0 && seconds > 0;
  const wait = { "retry-after": String(isAhead ? seconds : HOUR_SECONDS) };
  const shown = { notice: { title, text, start, end }, back: isAhead ? end : "", phone, hours };
  return data(shown, { status: 503, headers: { ...HEADERS, ...wait } });
}

export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders;

export const meta: Route.MetaFunction = ({ loaderData, matches }) => [
  { title: `${loaderData?.notice ? "暂停服务" : "无权访问"} - ${siteOf(matches).siteName}` },
  { name: "robots", content: "noindex" },
];

export default function ForbidPage({ loaderData }: Route.ComponentProps) {
  const { notice, back, phone, hours } = loaderData;
  const call = phone ? (
    <>
      有急事请致电 <Telephone phone={phone} className="link" />
      {hours ? `（${hours}）` : ""}。
    </>
  ) : null;
  return (
    <main className="wrap error-page">
      <EmptyState
        as="h1"
        drawing="failed"
        title={notice ? `暂停服务：${notice.title}` : "您没有访问权限"}
        text={
          notice ? (
            <>
              {notice.text}。{back ? `预计 ${back} 结束，之后恢复服务。` : "恢复时间另行通知。"}
              {call}
            </>
          ) : (
            <>这项服务没有向您的账号开放，或者需要先登录。{call}</>
          )
        }
        action={
          <span className="flex flex-wrap justify-center gap-4">
            <a className="btn btn-primary" href="/">
              返回首页
            </a>
            {notice ? null : (
              <a className="btn btn-outline" href="/login">
                登录
              </a>
            )}
          </span>
        }
      />
    </main>
  );
}
