import { useLocation } from "react-router";
import { onPage } from "../../server/pages/page-context.ts";
import { categoryHref } from "../../site/addresses/category-href.ts";
import { pageMeta, siteOf } from "../../site/addresses/page-meta.ts";
import { Telephone } from "../../site/footer/telephone.tsx";
import { NeedsScript } from "../../site/form/form.tsx";
import EmptyState from "../../site/lists/empty-state.later.tsx";
import { MemberArea } from "../../site/session/member-area.tsx";
import { categoryTree, flatten } from "../article_type/service.server.ts";
import { settings } from "../system/config/service.server.ts";
import type { Route } from "./+types/page";

export const handle = { cache: { query: [] } };

/** Where calls for declarations are announced. */
const NOTICES = "通知公告";

/** Nothing of the visitor is in the page: it is the same for everyone and filled in by the browser. */
export async function loader({ context }: Route.LoaderArgs) {
  const { context: app } = onPage(context, "site", "menu");
  const [tree, values] = await Promise.all([categoryTree(app), settings(app)]);
  const notices = flatten(tree).find((node) => node.bllName === NOTICES);
  return {
    noticesHref: notices ? categoryHref(notices, notices.children[0]) : "",
    phone: values.get("site.phone") ?? "",
    hours: values.get("site.hours") ?? "",
  };
}

export const meta: Route.MetaFunction = ({ matches }) => [
  ...pageMeta({ title: "项目申报", path: "/Declare", ...siteOf(matches) }),
  { name: "robots", content: "noindex" },
];

/** Says that no declaration is open; batches and forms come with the declarations. */
export default function DeclarePage({ loaderData }: Route.ComponentProps) {
  const { noticesHref, phone, hours } = loaderData;
  const { pathname, search } = useLocation();
  return (
    <main className="wrap member-page">
      <h1>项目申报</h1>
      <NeedsScript />
      <MemberArea target={pathname + search} waiting="正在确认您的登录状态" helpPhone={phone}>
        {() => (
          <EmptyState
            drawing="none"
            title="目前没有正在受理的申报"
            text={
              <>
                课题、论文、案例和示范单位的申报开始前，学会会发布通知，受理后在这里填写申报书。
                {phone ? (
                  <>
                    需要了解详情，请致电 <Telephone phone={phone} className="link" />
                    {hours ? `（${hours}）` : ""}。
                  </>
                ) : null}
              </>
            }
            action={
              noticesHref ? (
                <a className="btn btn-primary" href={noticesHref}>
                  查看{NOTICES}
                </a>
              ) : undefined
            }
          />
        )}
      </MemberArea>
    </main>
  );
}
