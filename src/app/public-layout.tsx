import { Outlet } from "react-router";
import { onPage } from "../server/page-context.ts";
import "../site/site.css";
import type { Route } from "./+types/public-layout";
import { settings } from "./system/config/service.server.ts";

export async function loader({ context }: Route.LoaderArgs) {
  const { context: app } = onPage(context, "site", "menu");
  const values = await settings(app);
  return { name: values.get("site.name") ?? "" };
}

export default function PublicLayout({ loaderData }: Route.ComponentProps) {
  return (
    <div>
      <header>{loaderData.name}</header>
      <Outlet />
    </div>
  );
}
