import { type ReactNode, useContext, useEffect } from "react";
import { Links, Meta, Outlet, Scripts, ScrollRestoration, useRouteLoaderData } from "react-router";
import { ELDER_SCRIPT } from "../site/elder/elder-script.ts";
import { NonceContext } from "../site/shell/nonce.ts";
import type { ShellData } from "../site/shell/site-facts.ts";

/** The HTML document. Styles belong to the layouts: the back office has its own. */
export function Layout({ children }: { children: ReactNode }) {
  const shell = useRouteLoaderData<ShellData>("public-layout");
  const plain = useRouteLoaderData<ShellData>("account-layout");
  const { themeCss, isElderFirst } = (shell ?? plain)?.site ?? {};
  return (
    <html lang="zh-CN" data-elder-first={isElderFirst ? "22" : undefined} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="format-detection" content="telephone=no" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <InlineScript code={import.meta.env.SSR ? ELDER_SCRIPT : ""} />
        <Meta />
        <Links />
        {themeCss ? <style>{themeCss}</style> : null}
      </head>
      <body>
        {children}
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  );
}

/** Runs before the first paint; the nonce marks it for its hash in the CSP. */
function InlineScript({ code }: { code: string }) {
  const nonce = useContext(NonceContext);
  return (
    <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: code }} />
  );
}

export default function App() {
  // Says that React has taken the document over: buttons that need JavaScript work from here on.
  useEffect(() => {
    document.documentElement.dataset.hydrated = "true";
  }, []);
  return <Outlet />;
}
