import { useState } from "react";
import { onPage } from "#src/server/pages/page-context.ts";
import { pageMeta, siteOf } from "#src/site/addresses/page-meta.ts";
import { NeedsScript } from "#src/site/form/form.tsx";
import { MembershipHead } from "#src/site/membership/head.tsx";
import { MemberArea } from "#src/site/session/member-area.tsx";
import { currentAgreement } from "../../agreement/service.server.ts";
import { LEVELS_TAG, levelsInUse } from "../../member/level/service.server.ts";
import { settings } from "../../system/config/service.server.ts";
import { membershipHead } from "../service.server.ts";
import type { Route } from "./+types/page";
import { ApplyArea } from "./apply-area.tsx";
import "./apply.css";

const PATH = "/Membership/apply";
const TITLE = "我要入会";

export const handle = { cache: { query: [] } };

/** Nothing of the visitor is in the page: it is the same for everyone and filled in by the browser. */
export async function loader({ context }: Route.LoaderArgs) {
  const { context: app, db } = onPage(context, "menu", "site", LEVELS_TAG);
  const [{ head, menuId }, levels, values] = await Promise.all([
    membershipHead(app, "apply"),
    levelsInUse(app),
    settings(app),
  ]);
  const texts = await Promise.all(
    (["user", "privacy"] as const).map((doc) => currentAgreement(db, doc)),
  );
  return {
    head,
    menuId,
    facts: {
      levels,
      agreements: texts.flatMap((text) =>
        text ? [{ doc: text.doc, version: text.version, title: text.title }] : [],
      ),
      phone: values.get("site.phone") ?? "",
    },
  };
}

export const meta: Route.MetaFunction = ({ matches }) => [
  ...pageMeta({ title: TITLE, path: PATH, ...siteOf(matches) }),
  { name: "robots", content: "noindex" },
];

export default function ApplyPage({ loaderData: { head, facts } }: Route.ComponentProps) {
  // A new application begins with a new area: nothing of the last one stays in it.
  const [round, setRound] = useState(0);
  return (
    <main>
      <MembershipHead
        {...head}
        title={TITLE}
        intro="约 15 分钟填完，随时可以停下，内容自动保存。"
      />
      <div className="wrap apply-wrap">
        <NeedsScript />
        <MemberArea target={PATH} waiting="正在读取您的申请" helpPhone={facts.phone}>
          {(user) => (
            <ApplyArea key={round} user={user} facts={facts} onAgain={() => setRound(round + 1)} />
          )}
        </MemberArea>
      </div>
    </main>
  );
}
