import { redirect } from "react-router";
import { extensionOf, sizeText } from "#src/lib/text/bytes.ts";
import { onPage } from "#src/server/pages/page-context.ts";
import { breadcrumbJsonLd } from "#src/site/addresses/breadcrumb-json-ld.ts";
import { pageMeta, siteOf } from "#src/site/addresses/page-meta.ts";
import { DownloadIcon } from "#src/site/drawings/icons.tsx";
import { SectionHead } from "#src/site/lists/section-head.tsx";
import { MembershipHead } from "#src/site/membership/head.tsx";
import { TABS } from "#src/site/membership/tabs.ts";
import { nextChange } from "../article/service.server.ts";
import { LEVELS_TAG, levelsInUse } from "../member/level/service.server.ts";
import type { Route } from "./+types/page";
import { guideDownloads, guideTexts } from "./guide.server.ts";
import { Levels } from "./levels.tsx";
import { NextStep } from "./next-step.tsx";
import { membershipHead } from "./service.server.ts";
import { Steps } from "./steps.tsx";
import "./guide.css";

export const handle = { cache: { query: ["tab"] } };

const PATH = "/Membership";
const TITLE = "入会指南";

export async function loader({ request, context }: Route.LoaderArgs) {
  const { context: app, page } = onPage(context, "menu", "content", "site", LEVELS_TAG);
  const asked = new URL(request.url).searchParams.get("tab");
  const tab = TABS.find(([name]) => name === asked);
  // Addresses of the pages as tabs of one.
  if (tab && tab[2] !== PATH) throw redirect(tab[2]);
  const [place, texts, levels, until] = await Promise.all([
    membershipHead(app, "guide"),
    guideTexts(app),
    levelsInUse(app),
    nextChange(app),
  ]);
  page.validUntil = Math.min(page.validUntil, until);
  const { head, menuId, pages } = place;
  return {
    head,
    menuId,
    texts: { ...texts, intro: place.intro || texts.intro },
    levels,
    /** What is said of dues at length. */
    dues: pages.find(({ name }) => name.includes("会费")),
    downloads: await guideDownloads(
      app,
      pages.map(({ id }) => id),
    ),
  };
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  const site = siteOf(matches);
  return pageMeta({
    ...site,
    title: TITLE,
    description: `${site.siteName}入会流程、会员级别与会费标准、会员权利和义务。${loaderData?.texts.intro ?? ""}`,
    path: PATH,
    jsonLd: breadcrumbJsonLd(site.origin, loaderData?.head.path ?? []),
  });
};

export default function MembershipPage({ loaderData }: Route.ComponentProps) {
  const { head, texts, levels, dues, downloads } = loaderData;
  return (
    <main className="membership-guide">
      <MembershipHead title={TITLE} intro={texts.intro} {...head} />
      <div className="wrap">
        <Steps>
          <NextStep prepare={texts.prepare} />
        </Steps>
        <section aria-labelledby="fees">
          <SectionHead
            id="fees"
            title="会员级别与会费标准"
            {...(dues ? { link: { label: `${dues.name}详细说明`, href: dues.href } } : {})}
          />
          {levels.length > 0 ? (
            <Levels levels={levels} />
          ) : (
            <p className="guide-note">会费标准正在整理，请致电 {texts.phone} 咨询。</p>
          )}
          {texts.note ? <p className="guide-note">说明：{texts.note}</p> : null}
        </section>
        <div className="guide-columns">
          <Numbered id="rights" title="会员权利" items={texts.rights} />
          <Numbered id="duties" title="会员义务" items={texts.duties} />
          <Downloads items={downloads} />
        </div>
      </div>
    </main>
  );
}

const NUMBERS = "一二三四五六七八九十";

/** 一 to 十, 十一 to 十九; more entries are not written. */
const numberOf = (index: number): string =>
  index < 10 ? (NUMBERS[index] ?? "") : `十${NUMBERS[index - 10] ?? ""}`;

function Numbered({ id, title, items }: { id: string; title: string; items: readonly string[] }) {
  if (items.length === 0) return null;
  return (
    <section aria-labelledby={id}>
      <SectionHead id={id} title={title} />
      <ol className="guide-list">
        {items.map((item, index) => (
          <li key={item}>
            <span aria-hidden="true">{numberOf(index)}</span>
            {item}
          </li>
        ))}
      </ol>
    </section>
  );
}

/** DOC, PDF: as people call the kind of a file. */
const kindOf = (name: string) => extensionOf(name).replace(/^(DOC|XLS|PPT)X$/, "$1");

function Downloads({ items }: { items: Route.ComponentProps["loaderData"]["downloads"] }) {
  if (items.length === 0) return null;
  return (
    <section aria-labelledby="downloads">
      <SectionHead id="downloads" title="资料下载" />
      <ul className="guide-list">
        {items.map(({ name, url, bytes }) => (
          <li key={url}>
            <a href={url} download={name}>
              <DownloadIcon size={18} />
              <span>{name.replace(/\.\w{1,4}$/, "")}</span>
              <small>
                {kindOf(name)} · {sizeText(bytes)}
              </small>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
