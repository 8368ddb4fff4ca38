import { onPage } from "#src/server/pages/page-context.ts";
import { pageMeta, siteOf } from "#src/site/addresses/page-meta.ts";
import { NeedsScript } from "#src/site/form/form.tsx";
import { MembershipHead } from "#src/site/membership/head.tsx";
import { MemberArea } from "#src/site/session/member-area.tsx";
import { settings } from "../../system/config/service.server.ts";
import { membershipHead } from "../service.server.ts";
import type { Route } from "./+types/page";
import { MineArea } from "./mine-area.tsx";
import "./mine.css";

const PATH = "/Membership/mine";
const TITLE = "我的会籍";

export const handle = { cache: { query: [] } };

/** Nothing of the visitor is in the page: it is the same for everyone and filled in by the browser. */
export async function loader({ context }: Route.LoaderArgs) {
  const { context: app } = onPage(context, "menu", "site");
  const [{ head, menuId }, values] = await Promise.all([
    membershipHead(app, "mine"),
    settings(app),
  ]);
  return { head, menuId, phone: values.get("site.phone") ?? "" };
}

export const meta: Route.MetaFunction = ({ matches }) => [
  ...pageMeta({ title: TITLE, path: PATH, ...siteOf(matches) }),
  { name: "robots", content: "noindex" },
];

export default function MinePage({ loaderData: { head, phone } }: Route.ComponentProps) {
  return (
    <main>
      <MembershipHead {...head} title={TITLE} intro="申请进度、缴费、会员证和续会都在这里。" />
      <div className="wrap mine-wrap">
        <NeedsScript />
        <MemberArea target={PATH} waiting="正在读取您的会籍" helpPhone={phone}>
          {(user) => <MineArea userId={user.userId} phone={phone} />}
        </MemberArea>
      </div>
    </main>
  );
}
