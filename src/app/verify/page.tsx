import { data, redirect } from "react-router";
import { formatDateTime } from "#src/lib/text/dates.ts";
import { onPage } from "#src/server/pages/page-context.ts";
import { pageMeta, siteOf } from "#src/site/addresses/page-meta.ts";
import { PageHead } from "#src/site/lists/page-head.tsx";
import { headOfPath } from "../areaxList/service.server.ts";
import type { Route } from "./+types/page";
import { Outcome } from "./outcome.tsx";
import { lookUp, VAIN } from "./service.server.ts";
import { type Read, readCode, readMember } from "./typed.ts";
import { VerifyForms } from "./verify-forms.tsx";
import "./verify.css";

const PATH = "/verify";
const NAME = "证书验证";
const INTRO = "核对学会证书的真伪与当前状态。";

/** Whoever looks at it is alone with it: no cache keeps it, no other site learns the code. */
const PRIVATE = {
  "cache-control": "private, no-store",
  "referrer-policy": "no-referrer",
  "x-robots-tag": "noindex",
};

const STATUS = { unknown: 404, tooMany: 429 } as const;

/** What was typed stands in its field again. */
const typedIn = (query: URLSearchParams) => ({
  code: (query.get("code") ?? "").slice(0, 200),
  memberNo: (query.get("memberNo") ?? "").slice(0, 40),
  name: (query.get("name") ?? "").slice(0, 100),
});

export async function loader({ context, request, params }: Route.LoaderArgs) {
  const { context: app, db, page } = onPage(context, "menu");
  const query = new URL(request.url).searchParams;
  const typed = typedIn(query);
  const head = { ...(await headOfPath(app, PATH, NAME)), intro: INTRO };
  const shown = {
    head,
    typed,
    problem: undefined,
    outcome: undefined,
    at: "",
    minutes: VAIN.minutes,
  };
  let read: Read | undefined;
  if (params.code) read = readCode(params.code);
  else if (query.has("code")) read = readCode(query.get("code") ?? "");
  else if (query.has("memberNo")) {
    // A link from elsewhere may bring the number alone; the name is asked for here.
    if (!query.has("name")) return data(shown, { headers: PRIVATE });
    read = readMember(query.get("memberNo") ?? "", query.get("name") ?? "");
  }
  if (!read) return data(shown, { headers: PRIVATE });
  if ("problem" in read) {
    // An address that holds no code at all is no page.
    const status = params.code ? 404 : 400;
    const code = params.code ?? typed.code;
    const init = { status, headers: PRIVATE };
    return data({ ...shown, typed: { ...typed, code }, problem: read.problem }, init);
  }
  if (!params.code && "code" in read.asked) {
    throw redirect(`${PATH}/${read.asked.code}`, { headers: PRIVATE });
  }
  const outcome = await lookUp(db, page.address, read.asked);
  const at = formatDateTime(new Date()).slice(0, 16);
  const kept = params.code ? { ...typed, code: params.code } : typed;
  if (typeof outcome === "object") {
    const none = { code: "", memberNo: "", name: "" };
    return data({ ...shown, typed: none, outcome, at }, { headers: PRIVATE });
  }
  const wait: Record<string, string> =
    outcome === "tooMany" ? { "retry-after": String(VAIN.minutes * 60) } : {};
  const init = { status: STATUS[outcome], headers: { ...PRIVATE, ...wait } };
  return data({ ...shown, typed: kept, outcome, at }, init);
}

export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders;

export const meta: Route.MetaFunction = ({ matches }) => [
  ...pageMeta({ ...siteOf(matches), title: NAME, description: INTRO, path: PATH }),
  { name: "robots", content: "noindex" },
];

export default function VerifyPage({ loaderData }: Route.ComponentProps) {
  const { head, typed, problem, outcome, at } = loaderData;
  return (
    <main>
      <PageHead {...head} />
      <div className="wrap verify">
        {outcome ? <Outcome outcome={outcome} at={at} minutes={loaderData.minutes} /> : null}
        <VerifyForms typed={typed} problem={problem} isAgain={outcome !== undefined} />
      </div>
    </main>
  );
}
