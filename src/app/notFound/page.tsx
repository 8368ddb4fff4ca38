import { data } from "react-router";
import { siteOf } from "../../site/addresses/page-meta.ts";
import { NotFoundContent } from "../../site/shell/not-found.tsx";
import { loadShell } from "../shell.server.ts";
import type { Route } from "./+types/page";

/** HTTP 404: unknown paths are redirected here (specification 2). */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { quickLinks } = await loadShell(context, request);
  return data({ quickLinks }, { status: 404 });
}

export const meta: Route.MetaFunction = ({ matches }) => [
  { title: `没有找到这个页面 - ${siteOf(matches).siteName}` },
  { name: "robots", content: "noindex" },
];

export default function NotFound({ loaderData }: Route.ComponentProps) {
  return <NotFoundContent links={loaderData.quickLinks} />;
}
