import { onPage } from "#src/server/pages/page-context.ts";
import { pageMeta, siteOf } from "#src/site/addresses/page-meta.ts";
import { PersonalPage } from "#src/site/personal/personal-page.tsx";
import { topicsOf } from "../../advice/service.server.ts";
import { settings } from "../../system/config/service.server.ts";
import type { Route } from "./+types/page";
import { OwnAdviceList } from "./own-advice-list.tsx";

export const handle = { cache: { query: [] } };

const PATH = "/personal/advice";

/** Nothing of the visitor is in the page: it is the same for everyone and filled in by the browser. */
export async function loader({ context }: Route.LoaderArgs) {
  const { context: app } = onPage(context, "site", "dict");
  return {
    phone: (await settings(app)).get("site.phone") ?? "",
    topics: await topicsOf(app),
  };
}

export const meta: Route.MetaFunction = ({ matches }) => [
  ...pageMeta({ title: "我的咨询", path: PATH, ...siteOf(matches) }),
  { name: "robots", content: "noindex" },
];

export default function OwnAdvicePage({ loaderData: { phone, topics } }: Route.ComponentProps) {
  return (
    <PersonalPage path={PATH} waiting="正在读取您的咨询" phone={phone}>
      {({ userId }) => <OwnAdviceList userId={userId} topics={topics} />}
    </PersonalPage>
  );
}
