import { Outlet, useRouteLoaderData } from "react-router";
import { PlainError } from "../site/shell/plain-error.tsx";
import { PlainShell } from "../site/shell/plain-shell.tsx";
import "../site/shell/site.css";
import type { Route } from "./+types/account-layout";
import { loadShell } from "./shell.server.ts";

export const loader = ({ context, request }: Route.LoaderArgs) => loadShell(context, request);

/** The frame stays as it was loaded while one goes from page to page. */
export const shouldRevalidate = () => false;

export default function AccountLayout({ loaderData }: Route.ComponentProps) {
  return (
    <PlainShell shell={loaderData}>
      <Outlet />
    </PlainShell>
  );
}

/** Inside the frame, unless the frame itself could not be loaded. */
export function ErrorBoundary() {
  const shell = useRouteLoaderData<typeof loader>("account-layout");
  return shell ? (
    <PlainShell shell={shell}>
      <PlainError />
    </PlainShell>
  ) : (
    <PlainError />
  );
}
