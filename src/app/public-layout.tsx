import { lazy, Suspense } from "react";
import { Outlet, useRouteLoaderData } from "react-router";
import WholeErrorContent from "../site/shell/error-page.later.tsx";
import { PlainError } from "../site/shell/plain-error.tsx";
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

/** Fetched when something has failed; where that fails too, plain words do. */
const ErrorContent = import.meta.env.SSR
  ? WholeErrorContent
  : lazy(() => import("../site/shell/error-page.later.tsx").catch(() => ({ default: PlainError })));

/** An unknown article or a failure: inside the frame, unless the frame itself could not be loaded. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const shell = useRouteLoaderData<typeof loader>("public-layout");
  const content = (
    <Suspense>
      <ErrorContent error={error} links={shell?.quickLinks ?? []} />
    </Suspense>
  );
  return shell ? <PublicShell shell={shell}>{content}</PublicShell> : content;
}
