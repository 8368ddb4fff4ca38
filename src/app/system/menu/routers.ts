/** The fields of a menu row of type M or C that `routersOf` needs. */
export type RouteMenu = {
  menuId: number;
  parentId: number;
  menuName: string;
  path: string;
  component: string;
  query: string;
  routeName: string;
  isFrame: string;
  isCache: string;
  menuType: string;
  visible: string;
  icon: string;
};

type RouteMeta = { title: string; icon: string; noCache: boolean; link: string | null };

/** A route as GET /getRouters sends it; empty values are left out. */
export type MenuRoute = {
  name?: string;
  path: string;
  hidden: boolean;
  redirect?: string;
  component: string;
  query?: string;
  alwaysShow?: boolean;
  meta?: RouteMeta;
  children?: MenuRoute[];
};

const isHttp = (text: string) => /^https?:\/\//i.test(text);
const isExternal = (row: RouteMenu) => row.isFrame === "0";
/** A page on top: it gets a wrapper of its own. */
const isTopPage = (row: RouteMenu) =>
  row.parentId === 0 && row.menuType === "C" && !isExternal(row);
const isInnerLink = (row: RouteMenu) => !isExternal(row) && isHttp(row.path);

/**
 * `http://a.b/c:1?d=e` -> `a/b/c/1/d/e`: an address as a path. What parts a query from a path, or has a
 * meaning in a route's pattern, would never be found as one.
 */
const linkPath = (address: string) =>
  address
    .replace(/^https?:\/\//i, "")
    .replace(/^www\./i, "")
    .replace(/[.:]/g, "/")
    .replace(/[?#&=%;,*()+\s]+/g, "/");

const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

function metaOf(row: RouteMenu): RouteMeta {
  return {
    title: row.menuName,
    icon: row.icon,
    noCache: row.isCache === "1",
    link: isHttp(row.path) ? row.path : null,
  };
}

function pathOf(row: RouteMenu): string {
  if (row.parentId !== 0) return isInnerLink(row) ? linkPath(row.path) : row.path;
  if (row.menuType === "M" && !isExternal(row)) return `/${row.path.replace(/^\/+/, "")}`;
  return isTopPage(row) ? "/" : row.path;
}

function componentOf(row: RouteMenu): string {
  if (row.component !== "" && !isTopPage(row)) return row.component;
  if (row.component === "" && row.parentId !== 0 && isInnerLink(row)) return "InnerLink";
  if (row.component === "" && row.parentId !== 0 && row.menuType === "M") return "ParentView";
  return "Layout";
}

/**
 * Routes from the menu rows a person may see, already sorted by orderNum, by the building rules of
 * wire 3.2. A row whose parent is missing, or that sits on a cycle, is reached by nobody
 * and simply absent.
 */
export function routersOf(rows: RouteMenu[], parentId = 0): MenuRoute[] {
  return rows.filter((row) => row.parentId === parentId).map((row) => routeOf(rows, row));
}

function routeOf(rows: RouteMenu[], row: RouteMenu): MenuRoute {
  const name = capitalised(row.routeName || row.path);
  const hidden = row.visible === "1";
  const query = row.query === "" ? {} : { query: row.query };
  if (isTopPage(row)) {
    const inner = isInnerLink(row);
    const child: MenuRoute = {
      path: inner ? linkPath(row.path) : row.path,
      component: inner ? "InnerLink" : row.component,
      name: inner ? capitalised(row.routeName || linkPath(row.path)) : name,
      hidden: false,
      meta: metaOf(row),
      ...query,
    };
    return { path: "/", component: "Layout", hidden, children: [child] };
  }
  const children = row.menuType === "M" ? routersOf(rows, row.menuId) : [];
  return {
    name,
    path: pathOf(row),
    hidden,
    component: componentOf(row),
    ...query,
    meta: metaOf(row),
    ...(children.length > 0 && !isExternal(row)
      ? { alwaysShow: true, redirect: "noRedirect", children }
      : {}),
  };
}
