import { onPage } from "#src/server/pages/page-context.ts";
import { pageMeta, siteOf } from "#src/site/addresses/page-meta.ts";
import { PersonalPage } from "#src/site/personal/personal-page.tsx";
import { settings } from "../../system/config/service.server.ts";
import type { Route } from "./+types/page";
import { ActivityList } from "./activity-list.tsx";

export const handle = { cache: { query: [] } };

const PATH = "/personal/activities";

/** Nothing of the visitor is in the page: it is the same for everyone and filled in by the browser. */
export async function loader({ context }: Route.LoaderArgs) {
  const { context: app } = onPage(context, "site");
  return { phone: (await settings(app)).get("site.phone") ?? "" };
}

export const meta: Route.MetaFunction = ({ matches }) => [
  ...pageMeta({ title: "我的报名", path: PATH, ...siteOf(matches) }),
  { name: "robots", content: "noindex" },
];

export default function ActivitiesPage({ loaderData: { phone } }: Route.ComponentProps) {
  return (
    <PersonalPage path={PATH} waiting="正在读取您的报名" phone={phone}>
      {({ userId }) => <ActivityList userId={userId} />}
    </PersonalPage>
  );
}
