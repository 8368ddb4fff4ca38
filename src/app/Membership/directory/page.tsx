import { onPage } from "#src/server/pages/page-context.ts";
import { breadcrumbJsonLd } from "#src/site/addresses/breadcrumb-json-ld.ts";
import { pageMeta, siteOf } from "#src/site/addresses/page-meta.ts";
import EmptyState from "#src/site/lists/empty-state.later.tsx";
import { Pagination } from "#src/site/lists/pagination.tsx";
import { MembershipHead } from "#src/site/membership/head.tsx";
import { regionTree } from "../../common/regions/service.server.ts";
import { settings } from "../../system/config/service.server.ts";
import { membershipHead } from "../service.server.ts";
import type { Route } from "./+types/page";
import { addressOf, readAddress } from "./address.ts";
import { Entry } from "./entry.tsx";
import { SearchForm, VerifyForm } from "./forms.tsx";
import { directoryPage } from "./found.server.ts";
import "./directory.css";

const PATH = "/Membership/directory";
const TITLE = "会员查询";
const INTRO = "查询单位会员，以及同意公开的个人会员。";

export async function loader({ request, context }: Route.LoaderArgs) {
  const { context: app } = onPage(context, "menu", "site");
  const asked = readAddress(new URL(request.url).searchParams);
  const [{ head, menuId }, tree, values] = await Promise.all([
    membershipHead(app, "directory"),
    regionTree(),
    settings(app),
  ]);
  const provinces = tree.map(({ code, name }) => ({ code, name }));
  // A region that is none is not asked for.
  const region = provinces.some(({ code }) => code === asked.region) ? asked.region : "";
  const found = await directoryPage(app, { ...asked, region });
  return {
    head,
    menuId,
    provinces,
    found,
    asked: { ...asked, region, pageNum: found.pageNum },
    phone: values.get("site.phone") ?? "",
  };
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  const site = siteOf(matches);
  const isPlain = loaderData && !loaderData.asked.name && !loaderData.asked.region;
  // Who agreed to be found here did not agree to be found by every search engine.
  const isOpen = isPlain && loaderData.found.rows.every(({ isUnit }) => isUnit);
  return [
    ...pageMeta({
      ...site,
      title: TITLE,
      description: `${site.siteName}单位会员名录与会员查询。`,
      path: PATH,
      jsonLd: breadcrumbJsonLd(site.origin, loaderData?.head.path ?? []),
    }),
    ...(isOpen ? [] : [{ name: "robots", content: "noindex" }]),
  ];
};

export default function DirectoryPage({ loaderData }: Route.ComponentProps) {
  const { head, asked, found, provinces, phone } = loaderData;
  const isAsked = asked.name !== "" || asked.region !== "" || asked.kind !== "";
  return (
    <main>
      <MembershipHead title={TITLE} intro={INTRO} {...head} />
      <div className="wrap directory">
        <section aria-label="会员名录">
          <SearchForm asked={asked} provinces={provinces} />
          {found.total > 0 ? (
            <>
              <p className="directory-total" role="status">
                {isAsked ? "符合条件的会员" : "公开名录中的会员"}共 {found.total} 个
              </p>
              <ul className="directory-list">
                {found.rows.map((entry, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: nothing public tells two of a name apart
                  <Entry key={`${asked.pageNum}-${index}`} of={entry} />
                ))}
              </ul>
              <Pagination
                total={found.total}
                pageNum={asked.pageNum}
                pageSize={asked.pageSize}
                href={(pageNum, pageSize) => addressOf({ ...asked, pageNum, pageSize })}
              />
            </>
          ) : (
            <Nothing isAsked={isAsked} phone={phone} />
          )}
        </section>
        <VerifyForm />
      </div>
    </main>
  );
}

function Nothing({ isAsked, phone }: { isAsked: boolean; phone: string }) {
  if (!isAsked) {
    return <EmptyState drawing="none" title="名录里还没有会员" text="单位入会后会列在这里。" />;
  }
  return (
    <EmptyState
      drawing="empty"
      title="没有找到符合条件的会员"
      text={`个人会员只有本人同意公开的才会列出。可以少写几个字再查，或致电 ${phone} 核实。`}
      action={
        <a className="btn btn-outline" href={PATH}>
          查看全部
        </a>
      }
    />
  );
}
