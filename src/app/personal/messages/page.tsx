import { onPage } from "#src/server/pages/page-context.ts";
import { pageMeta, siteOf } from "#src/site/addresses/page-meta.ts";
import { NeedsScript } from "#src/site/form/form.tsx";
import { PersonalTabs } from "#src/site/personal/personal-tabs.tsx";
import { MemberArea } from "#src/site/session/member-area.tsx";
import { settings } from "../../system/config/service.server.ts";
import type { Route } from "./+types/page";
import { MessageList } from "./message-list.tsx";
import "#src/site/personal/personal.css";
import "./messages.css";

export const handle = { cache: { query: [] } };

const PATH = "/personal/messages";

/** Nothing of the visitor is in the page: it is the same for everyone and filled in by the browser. */
export async function loader({ context }: Route.LoaderArgs) {
  const { context: app } = onPage(context, "site");
  return { phone: (await settings(app)).get("site.phone") ?? "" };
}

export const meta: Route.MetaFunction = ({ matches }) => [
  ...pageMeta({ title: "我的消息", path: PATH, ...siteOf(matches) }),
  { name: "robots", content: "noindex" },
];

export default function MessagesPage({ loaderData }: Route.ComponentProps) {
  return (
    <main className="wrap member-page personal">
      <h1>个人中心</h1>
      <PersonalTabs />
      <NeedsScript />
      <MemberArea target={PATH} waiting="正在读取您的消息" helpPhone={loaderData.phone}>
        {({ userId }) => <MessageList userId={userId} />}
      </MemberArea>
    </main>
  );
}
