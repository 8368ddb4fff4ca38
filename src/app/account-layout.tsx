import { Outlet, useRouteLoaderData } from "react-router";
import { ErrorContent } from "../site/error-page.tsx";
import { PlainShell } from "../site/shell.tsx";
import "../site/site.css";
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

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const shell = useRouteLoaderData<typeof loader>("account-layout");
  const content = <ErrorContent error={error} links={shell?.quickLinks ?? []} />;
  return shell ? <PlainShell shell={shell}>{content}</PlainShell> : content;
}
