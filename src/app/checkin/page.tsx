import { useSearchParams } from "react-router";
import { idOfText } from "#src/lib/id-text.ts";
import { onPage } from "#src/server/pages/page-context.ts";
import { pageMeta, siteOf } from "#src/site/addresses/page-meta.ts";
import { NeedsScript } from "#src/site/form/form.tsx";
import { settings } from "../system/config/service.server.ts";
import type { Route } from "./+types/page";
import { DoorArea } from "./door-area.tsx";
import { useOwnDocument } from "./use-own-document.ts";
import "#src/site/form/form.css";
import "#src/site/form/member-page.css";
import "./checkin.css";

export const handle = { cache: { query: [] } };

const PATH = "/checkin";

/** Another activity is another query alone; without a connection nothing could be read again. */
export const shouldRevalidate = () => false;

/** Nothing of the visitor or of an activity is in the page: the browser fills it in. */
export async function loader({ context }: Route.LoaderArgs) {
  const { context: app, page } = onPage(context, "site");
  page.usesCamera = true;
  return { phone: (await settings(app)).get("site.phone") ?? "" };
}

export const meta: Route.MetaFunction = ({ matches }) => [
  ...pageMeta({ title: "现场签到", path: PATH, ...siteOf(matches) }),
  { name: "robots", content: "noindex" },
];

/** The door of an activity, on the phone of who stands there (product 4.7, decision 58). */
export default function CheckInPage({ loaderData: { phone } }: Route.ComponentProps) {
  const [search] = useSearchParams();
  useOwnDocument(PATH);
  const id = idOfText(search.get("id") ?? "");
  return (
    <main className="wrap member-page door-page">
      <h1>现场签到</h1>
      <NeedsScript />
      <DoorArea target={id === undefined ? PATH : `${PATH}?id=${id}`} id={id} helpPhone={phone} />
    </main>
  );
}
