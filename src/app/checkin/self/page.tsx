import { onPage } from "#src/server/pages/page-context.ts";
import { pageMeta, siteOf } from "#src/site/addresses/page-meta.ts";
import { NeedsScript } from "#src/site/form/form.tsx";
import { settings } from "../../system/config/service.server.ts";
import type { Route } from "./+types/page";
import { SelfDoor } from "./self-door.tsx";
import "#src/site/form/form.css";
import "#src/site/form/member-page.css";
import "../checkin.css";

export const handle = { cache: { query: [] } };

/** Nothing of the visitor or of an activity is in the page: the browser fills it in. */
export async function loader({ context }: Route.LoaderArgs) {
  const { context: app } = onPage(context, "site");
  return { phone: (await settings(app)).get("site.phone") ?? "" };
}

export const meta: Route.MetaFunction = ({ matches }) => [
  ...pageMeta({ title: "自助签到", path: "/checkin/self", ...siteOf(matches) }),
  { name: "robots", content: "noindex" },
];

/** What the code on the wall of a room opens: participants check themselves in (product 4.7, decision 65). */
export default function SelfCheckInPage({ loaderData: { phone } }: Route.ComponentProps) {
  return (
    <main className="wrap member-page door-page">
      <h1>自助签到</h1>
      <NeedsScript />
      <SelfDoor helpPhone={phone} />
    </main>
  );
}
