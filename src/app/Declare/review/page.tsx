import { onPage } from "#src/server/pages/page-context.ts";
import { pageMeta, siteOf } from "#src/site/addresses/page-meta.ts";
import { NeedsScript } from "#src/site/form/form.tsx";
import { MemberArea } from "#src/site/session/member-area.tsx";
import { settings } from "../../system/config/service.server.ts";
import { useTarget } from "../use-target.ts";
import type { Route } from "./+types/page";
import { ReviewArea } from "./review-area.tsx";
import "../declare-parts.css";
import "../declare.css";
import "./review.css";

export const handle = { cache: { query: [] } };

/** Nothing of the visitor is in the page: it is the same for everyone and filled in by the browser. */
export async function loader({ context }: Route.LoaderArgs) {
  const { context: app } = onPage(context, "site");
  const values = await settings(app);
  return { phone: values.get("site.phone") ?? "" };
}

export const meta: Route.MetaFunction = ({ matches }) => [
  ...pageMeta({ title: "专家评审 - 项目申报", path: "/Declare/review", ...siteOf(matches) }),
  { name: "robots", content: "noindex" },
];

/** 专家评审: invitations, the promise, and the score sheets of an expert (product 4.8). */
export default function ReviewPage({ loaderData: { phone } }: Route.ComponentProps) {
  const target = useTarget();
  return (
    <main className="declare-page">
      <NeedsScript />
      <MemberArea target={target} waiting="正在确认您的登录状态" helpPhone={phone}>
        {(user) => <ReviewArea userId={user.userId} />}
      </MemberArea>
    </main>
  );
}
