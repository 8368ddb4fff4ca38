import { lazy, Suspense, useEffect, useState } from "react";
import { redirect, redirectDocument, useLocation } from "react-router";
import { version } from "../../package.json";
import { matchPath } from "../lib/address/route-path.ts";
import { startBoot } from "../office/account/account.ts";
import { STATIC_ROUTES } from "../office/menu/static-routes.ts";
import { PRODUCT } from "../office/shell/facts.ts";
import { ShellSkeleton } from "../office/shell/skeleton.tsx";
import { onPage } from "../server/pages/page-context.ts";
import "../office/shell/office.css";
import type { Route } from "./+types/office-route";
import { followOldAddress } from "./seo/redirects/follow/service.server.ts";
import { settings } from "./system/config/service.server.ts";
import { staffPaths } from "./system/menu/service.server.ts";

/**
 * The last page route: a path of a staff page gets the shell's empty document, the same for everyone;
 * every other path is unknown and redirects to /404 (specification 2).
 */
export async function loader({ context, url }: Route.LoaderArgs) {
  const { context: app, page } = onPage(context, "site", "menu");
  const { pathname, search } = url;
  const patterns = [...STATIC_ROUTES.map((route) => route.path), ...(await staffPaths(app))];
  if (!patterns.some((pattern) => matchPath(pattern, pathname))) {
    await followOldAddress(app, pathname + search);
    throw redirect("/404");
  }
  // From a public page: its style sheets must not reach the office, nor the office's that page.
  if (page.isData) throw redirectDocument(pathname + search);
  const values = await settings(app);
  const innerLinkHosts = originsOf(values.get("sys.innerLink.hosts") ?? "");
  for (const origin of innerLinkHosts) page.frameHosts.add(origin);
  // Previews of articles are pages of our own in a frame.
  page.frameHosts.add("'self'");
  return {
    name: values.get("site.name") ?? "",
    badge: values.get("site.badge") ?? "",
    sideTheme: values.get("sys.index.sideTheme") ?? "",
    innerLinkHosts,
    version,
  };
}

/** A comma list of hosts or addresses as origins; a host without a scheme means https. */
function originsOf(list: string): string[] {
  return list
    .split(/[,，\s]+/)
    .filter(Boolean)
    .map((each) => (/^https?:\/\//i.test(each) ? each : `https://${each}`))
    .filter((each) => URL.canParse(each))
    .map((each) => new URL(each).origin);
}

/** Pages of the shell are told apart in the browser: going from one to another asks nothing. */
export const shouldRevalidate = () => false;

export const meta: Route.MetaFunction = () => [
  { title: PRODUCT },
  { name: "robots", content: "noindex" },
];

// Ant Design and the pages stay out of the server's build; in the browser they are on their way
// before React has looked at the document.
const shell = import.meta.env.SSR ? undefined : import("../office/shell/shell.tsx");
const Shell = lazy(() => shell ?? new Promise<never>(() => undefined));
if (!import.meta.env.SSR) void startBoot();

export default function OfficeRoute({ loaderData }: Route.ComponentProps) {
  const { pathname } = useLocation();
  const [firstPath] = useState(pathname);
  const [isMounted, setMounted] = useState(false);
  useEffect(() => setMounted(true), []);
  if (!isMounted) return <ShellSkeleton />;
  return (
    <Suspense fallback={<ShellSkeleton />}>
      <Shell facts={loaderData} path={firstPath} />
    </Suspense>
  );
}
