import { onPage } from "../../server/pages/page-context.ts";
import { pageMeta, siteOf } from "../../site/addresses/page-meta.ts";
import EmptyState from "../../site/lists/empty-state.later.tsx";
import { nextChange } from "../article/service.server.ts";
import { bannersAt } from "../banner/service.server.ts";
import { settings } from "../system/config/service.server.ts";
import type { Route } from "./+types/page";
import { ElderHome } from "./elder-home.tsx";
import { LeadPart } from "./lead.tsx";
import { noticeAt } from "./notice/service.server.ts";
import { Notice } from "./notice.tsx";
import { BannerBand, CooperationPart, ServicePart } from "./parts.tsx";
import { loadHome } from "./service.server.ts";
import { WatchPart } from "./watch.tsx";

export const handle = { cache: { query: ["state"] } };

export async function loader({ context: provider }: Route.LoaderArgs) {
  const { context, page } = onPage(provider, "content", "menu", "links", "site");
  const [home, values, change, banners] = await Promise.all([
    loadHome(context),
    settings(context),
    nextChange(context),
    bannersAt(context, Date.now()),
  ]);
  const value = (key: string) => values.get(key) ?? "";
  const phone = value("site.phone");
  const shown = noticeAt(Date.now(), value("site.notice"), phone, home.side.href);
  page.validUntil = Math.min(page.validUntil, change, shown.until, banners.until);
  return {
    home,
    notice: shown.notice,
    banners: banners.banners,
    phone,
    hours: value("site.hours"),
    description: value("site.description"),
  };
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  const site = siteOf(matches);
  return pageMeta({
    ...site,
    title: "首页",
    isSite: true,
    description: loaderData?.description,
    path: "/",
    jsonLd: {
      "@type": "WebSite",
      name: site.siteName,
      url: `${site.origin}/`,
      inLanguage: "zh-CN",
      potentialAction: {
        "@type": "SearchAction",
        target: `${site.origin}/search?q={words}`,
        "query-input": "required name=words",
      },
    },
  });
};

export default function Home({ loaderData, matches }: Route.ComponentProps) {
  const { home, notice, banners, phone, hours } = loaderData;
  const { siteName } = siteOf(matches);
  return (
    <main className="home">
      <h1 className="sr-only">{siteName}首页</h1>
      {notice ? <Notice notice={notice} /> : null}
      <div className="normal-only">
        {home.lead ? <LeadPart home={home} /> : <NothingYet />}
        <BannerBand banners={banners} />
        <WatchPart home={home} />
        <ServicePart tiles={home.services} />
        <CooperationPart bodies={home.bodies} />
      </div>
      <ElderHome home={home} phone={phone} hours={hours} />
    </main>
  );
}

/** A site that was set up a moment ago. */
function NothingYet() {
  return (
    <div className="home-empty wrap">
      <EmptyState
        drawing="none"
        title="网站刚刚开通，内容正在准备"
        text="第一批文章发布后会出现在这里。需要帮助时，可以按页面底部的方式联系我们。"
      />
    </div>
  );
}
