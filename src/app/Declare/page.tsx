import { redirect } from "react-router";
import { onPage } from "../../server/pages/page-context.ts";
import { categoryHref } from "../../site/addresses/category-href.ts";
import { pageMeta, siteOf } from "../../site/addresses/page-meta.ts";
import { NeedsScript } from "../../site/form/form.tsx";
import { MemberArea } from "../../site/session/member-area.tsx";
import { categoryTree, flatten } from "../article_type/service.server.ts";
import { settings } from "../system/config/service.server.ts";
import type { Route } from "./+types/page";
import { CHILDREN, type Child, isChild } from "./children.ts";
import { DeclareArea } from "./declare-area.tsx";
import { useTarget } from "./use-target.ts";
import "./declare-parts.css";
import "./declare.css";

export const handle = { cache: { query: [] } };

/** Where calls for declarations are announced. */
const NOTICES = "通知公告";

/** Nothing of the visitor is in the page: it is the same for everyone and filled in by the browser. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const { context: app } = onPage(context, "site", "menu");
  const child = params.child ?? "taskList";
  if (!isChild(child)) throw redirect("/404");
  const [tree, values] = await Promise.all([categoryTree(app), settings(app)]);
  const notices = flatten(tree).find((node) => node.bllName === NOTICES);
  return {
    child,
    noticesHref: notices ? categoryHref(notices, notices.children[0]) : "",
    phone: values.get("site.phone") ?? "",
    hours: values.get("site.hours") ?? "",
  };
}

/** The same page goes on from child to child: what it says of the society does not change between them. */
export const meta: Route.MetaFunction = ({ matches, params }) => {
  const child: Child = params.child && isChild(params.child) ? params.child : "taskList";
  const title = child === "taskList" ? "项目申报" : `${CHILDREN[child].title} - 项目申报`;
  const path = params.child ? `/Declare/${child}` : "/Declare";
  return [...pageMeta({ title, path, ...siteOf(matches) }), { name: "robots", content: "noindex" }];
};

/** 项目申报: batches, one's declarations, and all that is done with them (product 4.8). */
export default function DeclarePage({ loaderData }: Route.ComponentProps) {
  const { child, ...facts } = loaderData;
  const target = useTarget();
  return (
    <main className="declare-page">
      <NeedsScript />
      <MemberArea target={target} waiting="正在确认您的登录状态" helpPhone={facts.phone}>
        {(user) => <DeclareArea userId={user.userId} child={child} facts={facts} />}
      </MemberArea>
    </main>
  );
}
