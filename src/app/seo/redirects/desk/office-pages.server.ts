import { staffPaths } from "#src/app/system/menu/service.server.ts";
import { matchPath } from "#src/lib/address/route-path.ts";
import { STATIC_ROUTES } from "#src/office/menu/static-routes.ts";
import type { Context } from "#src/server/start/context.ts";

/** Text for an old address that is a page of the office, in any letter case; undefined: it is none. */
export async function officeProblem(
  context: Pick<Context, "db" | "memo">,
  address: string,
): Promise<string | undefined> {
  const path = address.replace(/\?.*$/s, "").toLowerCase();
  const pages = [...STATIC_ROUTES.map((route) => route.path), ...(await staffPaths(context))];
  return pages.some((page) => matchPath(page.toLowerCase(), path))
    ? "这是后台正在使用的页面，跳转不会生效"
    : undefined;
}
