import { Outlet, useRouteLoaderData } from "react-router";
import { ErrorContent } from "../site/shell/error-page.tsx";
import { PublicShell } from "../site/shell/shell.tsx";
import "../site/shell/site.css";
import type { Route } from "./+types/public-layout";
import { loadShell } from "./shell.server.ts";

export const loader = ({ context, request }: Route.LoaderArgs) => loadShell(context, request);

/** The frame stays as it was loaded while one goes from page to page. */
export const shouldRevalidate = () => false;

export default function PublicLayout({ loaderData }: Route.ComponentProps) {
  return (
    <PublicShell shell={loaderData}>
      <Outlet />
    </PublicShell>
  );
}

/** An unknown article or a failure: inside the frame, unless the frame itself could not be loaded. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const shell = useRouteLoaderData<typeof loader>("public-layout");
  const content = <ErrorContent error={error} links={shell?.quickLinks ?? []} />;
  return shell ? <PublicShell shell={shell}>{content}</PublicShell> : content;
}
