import { data } from "react-router";
import { formatDay } from "../../lib/text/dates.ts";
import { onPage } from "../../server/pages/page-context.ts";
import { pageMeta, siteOf } from "../../site/addresses/page-meta.ts";
import { settings } from "../system/config/service.server.ts";
import type { Route } from "./+types/page";
import { currentAgreement, DOCS, type Doc, filledIn, nextChange } from "./service.server.ts";
import "./agreement.css";

export const handle = { cache: { query: ["doc"] } };

const TITLES: Record<Doc, string> = {
  user: "用户协议",
  privacy: "隐私政策",
  accessibility: "无障碍说明",
};

/** `doc` = user, privacy or accessibility; without it the first, anything else is not there. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { context: app, db, page } = onPage(context, "site");
  const asked = new URL(request.url).searchParams.get("doc") ?? "user";
  const doc = DOCS.find((each) => each === asked);
  if (!doc) throw data(null, { status: 404 });
  const [current, next, values] = await Promise.all([
    currentAgreement(db, doc),
    nextChange(db, doc),
    settings(app),
  ]);
  if (!current) throw data(null, { status: 404 });
  page.meant.doc = doc;
  if (next) page.validUntil = Math.min(page.validUntil, next.getTime());
  return {
    doc,
    title: current.title,
    version: current.version,
    effective: formatDay(current.effectiveAt),
    html: filledIn(current.content, values),
    others: DOCS.map((each) => ({ doc: each, title: TITLES[each] })),
  };
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageMeta({
    title: loaderData?.title ?? "",
    path: `/agreement?doc=${loaderData?.doc ?? "user"}`,
    ...siteOf(matches),
  });

export default function AgreementPage({ loaderData }: Route.ComponentProps) {
  const { doc, title, version, effective, html, others } = loaderData;
  return (
    <main className="wrap agreement">
      <nav aria-label="协议与说明">
        <ul>
          {others.map((other) => (
            <li key={other.doc}>
              <a
                href={`/agreement?doc=${other.doc}`}
                aria-current={other.doc === doc ? "page" : undefined}
              >
                {other.title}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <article>
        <h1>{title}</h1>
        <p className="meta">
          <span>版本 {version}</span>
          <span>自 {effective} 起施行</span>
        </p>
        {/* Written in this project, filled with settings that are escaped. */}
        <div className="agreement-text" dangerouslySetInnerHTML={{ __html: html }} />
      </article>
    </main>
  );
}
