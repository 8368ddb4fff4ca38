import { onPage } from "#src/server/pages/page-context.ts";
import { pageMeta, siteOf } from "#src/site/addresses/page-meta.ts";
import { PersonalPage } from "#src/site/personal/personal-page.tsx";
import { settings } from "../../system/config/service.server.ts";
import type { Route } from "./+types/page";
import { ReceiptList } from "./receipt-list.tsx";

export const handle = { cache: { query: [] } };

const PATH = "/personal/receipts";

/** Nothing of the visitor is in the page: it is the same for everyone and filled in by the browser. */
export async function loader({ context }: Route.LoaderArgs) {
  const { context: app } = onPage(context, "site");
  return { phone: (await settings(app)).get("site.phone") ?? "" };
}

export const meta: Route.MetaFunction = ({ matches }) => [
  ...pageMeta({ title: "我的票据", path: PATH, ...siteOf(matches) }),
  { name: "robots", content: "noindex" },
];

export default function ReceiptsPage({ loaderData: { phone } }: Route.ComponentProps) {
  return (
    <PersonalPage path={PATH} waiting="正在读取您的票据" phone={phone}>
      {({ userId }) => <ReceiptList userId={userId} />}
    </PersonalPage>
  );
}
