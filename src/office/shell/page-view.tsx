import { Button } from "antd";
import { Suspense } from "react";
import type { Account } from "../account/account.ts";
import { hasPermi } from "../account/can.tsx";
import type { Resolved } from "../menu/route-table.ts";
import { HOME, PROFILE } from "../menu/static-routes.ts";
import { closeTabs, openPath } from "../tabs/workspace.ts";
import { EnrolFirst, NotForYou, UnknownComponent } from "./card.tsx";
import { InnerLink } from "./inner-link.tsx";
import { pageOf } from "./registry.ts";
import { PageSkeleton } from "./skeleton.tsx";

/** Contents of a tab: the page of its route, or a card that says why there is none. */
export function PageView({
  path,
  resolved,
  account,
  isKnownPath,
}: {
  path: string;
  resolved: Resolved | undefined;
  account: Account;
  /** The server knows the path, though this person has no route for it. */
  isKnownPath: boolean;
}) {
  const actions = (
    <>
      <Button onClick={() => void closeTabs(path)}>关闭页面</Button>
      <Button type="primary" onClick={() => openPath(HOME)}>
        返回首页
      </Button>
    </>
  );
  const route = resolved?.route;
  const isAllowed = route && (route.permi.length === 0 || hasPermi(account, route.permi));
  if (!isAllowed)
    return <NotForYou isKnown={isKnownPath || route !== undefined} actions={actions} />;
  if (account.mustEnrol && route.component !== PROFILE.slice(1)) {
    const go = (
      <Button type="primary" onClick={() => openPath(PROFILE)}>
        去开启
      </Button>
    );
    return <EnrolFirst actions={go} />;
  }
  if (route.component === "InnerLink") return <InnerLink link={route.link} title={route.title} />;
  const Page = pageOf(route.component);
  if (!Page) return <UnknownComponent name={route.component} actions={actions} />;
  return (
    <Suspense fallback={<PageSkeleton />}>
      <Page />
    </Suspense>
  );
}
