import { data } from "react-router";
import { idOfText } from "#src/lib/id-text.ts";
import { onPage } from "#src/server/pages/page-context.ts";
import { spanText } from "#src/site/activity/times.ts";
import { pageMeta, siteOf } from "#src/site/addresses/page-meta.ts";
import "#src/site/form/member-page.css";
import { findShown } from "../../activity/service.server.ts";
import { settings } from "../../system/config/service.server.ts";
import type { Route } from "./+types/page";
import { SignArea } from "./sign-area.tsx";
import "./sign.css";

export const handle = { cache: { query: ["id"] } };

const hrefOf = (id: number) => `/trainingEventMessage?id=${id}`;

/** The form to sign up with; the same for everyone, who is here is filled in by the browser. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { context: app, db, page } = onPage(context, "menu", "site", "entity:activity");
  const id = idOfText(new URL(request.url).searchParams.get("id") ?? "");
  const row = id === undefined ? undefined : await findShown(db, id);
  if (!row) throw data(null, { status: 404 });
  page.meant.id = row.id;
  const { content: _, agenda: __, teachers: ___, ...facts } = row;
  return { row: facts, phone: (await settings(app)).get("site.phone") ?? "" };
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) => [
  ...pageMeta({
    ...siteOf(matches),
    title: `报名：${loaderData?.row.title ?? ""}`,
    path: loaderData ? hrefOf(loaderData.row.id) : "/trainingEvent",
  }),
  { name: "robots", content: "noindex" },
];

export default function SignPage({ loaderData: { row, phone } }: Route.ComponentProps) {
  const place = row.mode === "2" ? "线上" : [row.city, row.place].filter(Boolean).join(" · ");
  return (
    <main className="wrap member-page sign-up">
      <h1>活动报名</h1>
      <p className="sign-up-event">
        <a href={hrefOf(row.id)}>{row.title}</a>
        <span>{[spanText(row.startAt, row.endAt), place].filter(Boolean).join(" · ")}</span>
      </p>
      <noscript>
        <p className="form-message">
          在线报名需要启用浏览器的 JavaScript{phone ? `，也可以致电 ${phone} 报名` : ""}
        </p>
      </noscript>
      <SignArea row={row} phone={phone} />
    </main>
  );
}
