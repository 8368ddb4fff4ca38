import { isSafePath, joinPath, matchPath, type RouteParams } from "../../lib/address/route-path.ts";
import type { Permission } from "../../lib/menu/permission.ts";
import { HOME, STATIC_ROUTES, type StaticRoute } from "./static-routes.ts";

/** A route as GET /getRouters sends it (wire 3.2). */
export type ServerRoute = {
  name?: string;
  path: string;
  hidden?: boolean;
  redirect?: string;
  component?: string;
  /** JSON text of fixed query parameters. */
  query?: string;
  alwaysShow?: boolean;
  meta?: {
    title?: string;
    icon?: string;
    noCache?: boolean;
    link?: string | null;
    activeMenu?: string;
    breadcrumb?: boolean;
    affix?: boolean;
  };
  children?: ServerRoute[];
};

/** A page that a tab can show. */
type OfficeRoute = {
  /** Absolute pattern. */
  pattern: string;
  /** Key of the page registry, or InnerLink. */
  component: string;
  title: string;
  menuTitle: string;
  icon: string;
  /** Address of an InnerLink. */
  link: string | undefined;
  /** Other route this one stands for. */
  redirect: string | undefined;
  /** Query a menu entry opens it with, without the question mark. */
  query: string;
  isHidden: boolean;
  isAffix: boolean;
  isKept: boolean;
  /** Each opening without its parameter is a page of its own. */
  isEach: boolean;
  activeMenu: string | undefined;
  permi: readonly Permission[];
  /** Titles from the top, the page's own last; those with `breadcrumb: false` are left out. */
  crumbs: string[];
};

/** An entry of the side bar or top menu: a page, an outside address, or a directory. */
export type MenuNode = {
  key: string;
  title: string;
  icon: string;
  to: string | undefined;
  href: string | undefined;
  children: MenuNode[];
};

export type Resolved = { route: OfficeRoute; params: RouteParams };

export type RouteTable = {
  routes: OfficeRoute[];
  menu: MenuNode[];
  resolve(path: string): Resolved | undefined;
};

/** The shell's own frames: they hold other routes and are no pages. */
const FRAMES = new Set(["Layout", "ParentView"]);

/** A component of a menu row as a key of the page registry. */
export const pageKey = (component: string): string =>
  component.replace(/^\/+|\/+$/g, "").replace(/\/index$/, "");

function fixedQuery(text: string | undefined): string {
  if (!text) return "";
  try {
    const parsed: unknown = JSON.parse(text);
    if (typeof parsed !== "object" || parsed === null) return "";
    const pairs = Object.entries(parsed).map(([key, value]): [string, string] => [
      key,
      String(value),
    ]);
    return new URLSearchParams(pairs).toString();
  } catch {
    return "";
  }
}

function fromStatic(route: StaticRoute): OfficeRoute {
  const { title, menuTitle, icon, affix, activeMenu, breadcrumb, noCache, isEach } = route.meta;
  return {
    pattern: route.path,
    component: route.component,
    title,
    menuTitle: menuTitle ?? title,
    icon,
    link: undefined,
    redirect: route.redirect,
    query: "",
    isHidden: route.hidden,
    isAffix: affix ?? false,
    isKept: !noCache,
    isEach: isEach ?? false,
    activeMenu,
    permi: route.permi ?? [],
    crumbs:
      breadcrumb === false ? [] : menuTitle && menuTitle !== title ? [title, menuTitle] : [title],
  };
}

/** Pages and entries of one branch of GET /getRouters. */
function walk(rows: ServerRoute[], parent: string, trail: string[], into: OfficeRoute[]) {
  const nodes: MenuNode[] = [];
  for (const row of rows) {
    if (typeof row.path !== "string" || !isSafePath(row.path)) continue;
    const { meta } = row;
    const title = meta?.title ?? "";
    const icon = meta?.icon ?? "";
    const isOutside = /^https?:\/\//i.test(row.path);
    const path = isOutside ? row.path : joinPath(parent, row.path);
    const crumbs = meta && meta.breadcrumb !== false ? [...trail, title] : trail;
    const component = row.component ?? "";
    const children = walk(row.children ?? [], isOutside ? parent : path, crumbs, into);
    if (!meta) {
      nodes.push(...(row.hidden ? [] : children));
      continue;
    }
    if (isOutside && component !== "InnerLink") {
      if (!row.hidden)
        nodes.push({ key: path, title, icon, to: undefined, href: path, children: [] });
      continue;
    }
    const link = meta.link && /^https?:\/\//i.test(meta.link) ? meta.link : undefined;
    const isFrame = FRAMES.has(component) || component === "";
    const query = fixedQuery(row.query);
    const first = children.find((child) => child.to);
    const redirect =
      row.redirect && row.redirect !== "noRedirect" ? joinPath(path, row.redirect) : first?.to;
    into.push({
      pattern: path,
      component: isFrame ? "" : component === "InnerLink" ? component : pageKey(component),
      title,
      menuTitle: title,
      icon,
      link,
      redirect: isFrame ? redirect : undefined,
      query,
      isHidden: row.hidden ?? false,
      isAffix: meta.affix ?? false,
      isKept: !meta.noCache,
      isEach: false,
      activeMenu: meta.activeMenu,
      permi: [],
      crumbs,
    });
    if (row.hidden) continue;
    const to = isFrame ? undefined : path + (query ? `?${query}` : "");
    const only = children.length === 1 && !row.alwaysShow ? children[0] : undefined;
    if (only) nodes.push(only);
    else if (to || children.length > 0)
      nodes.push({ key: path, title, icon, to, href: undefined, children });
  }
  return nodes;
}

/**
 * The shell's route table: our own pages, then the server's. A path the table does not resolve is
 * shown to nobody; which component a page has is looked up in the registry alone.
 */
export function buildRouteTable(rows: ServerRoute[]): RouteTable {
  const own = STATIC_ROUTES.map(fromStatic);
  const served: OfficeRoute[] = [];
  const servedMenu = walk(rows, "", [], served);
  const ownMenu = own
    .filter((route) => !route.isHidden)
    .map((route) => ({
      key: route.pattern,
      title: route.menuTitle,
      icon: route.icon,
      to: route.pattern,
      href: undefined,
      children: [],
    }));
  const routes = [...own, ...served];
  for (const route of own) {
    // Below the entry it belongs to: 系统管理 / 字典管理 / 字典数据.
    const above = served.find((each) => each.pattern === route.activeMenu);
    if (above) route.crumbs = [...above.crumbs, ...route.crumbs];
  }
  return {
    routes,
    menu: [...ownMenu, ...servedMenu],
    resolve(path) {
      for (const route of routes) {
        const params = matchPath(route.pattern, path);
        if (params) return { route, params };
      }
      return undefined;
    },
  };
}

/** Where a redirecting route leads: its parameters put in, a leading slash, nothing outside. */
export function redirectTarget({ route, params }: Resolved): string | undefined {
  if (!route.redirect) return undefined;
  const filled = route.redirect.replace(/:(\w+)/g, (_all, name: string) => params[name] ?? "");
  return joinPath("", filled) || HOME;
}

/** Keys of the entry for a path and of the directories above it, from the top. */
export function menuTrail(menu: MenuNode[], path: string): string[] {
  for (const node of menu) {
    if (node.to?.split("?")[0] === path) return [node.key];
    const below = menuTrail(node.children, path);
    if (below.length > 0) return [node.key, ...below];
  }
  return [];
}
