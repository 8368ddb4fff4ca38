import { expect, test } from "vitest";
import { type RouteMenu, routersOf } from "./routers.ts";

const row = (fields: Partial<RouteMenu>): RouteMenu => ({
  menuId: 1,
  parentId: 0,
  menuName: "名",
  path: "system",
  component: "",
  query: "",
  routeName: "",
  isFrame: "1",
  isCache: "0",
  menuType: "M",
  visible: "0",
  icon: "#",
  ...fields,
});

test("a directory with children always shows and redirects nowhere", () => {
  const rows = [
    row({ menuId: 1 }),
    row({ menuId: 2, parentId: 1, menuType: "C", path: "user", component: "system/user/index" }),
  ];
  expect(routersOf(rows)).toEqual([
    {
      name: "System",
      path: "/system",
      hidden: false,
      redirect: "noRedirect",
      component: "Layout",
      alwaysShow: true,
      meta: { title: "名", icon: "#", noCache: false, link: null },
      children: [
        {
          name: "User",
          path: "user",
          hidden: false,
          component: "system/user/index",
          meta: { title: "名", icon: "#", noCache: false, link: null },
        },
      ],
    },
  ]);
});

test("a page on top gets a wrapper without meta", () => {
  const [route] = routersOf([row({ menuType: "C", path: "about", component: "about/index" })]);
  expect(route).toMatchObject({ path: "/", component: "Layout" });
  expect(route?.meta).toBeUndefined();
  expect(route?.children?.[0]).toMatchObject({
    path: "about",
    name: "About",
    component: "about/index",
  });
});

test("an inner link on top: address as path, link in meta", () => {
  const [route] = routersOf([row({ menuType: "C", path: "http://www.example.org:80/a" })]);
  expect(route?.children?.[0]).toMatchObject({
    path: "example/org/80/a",
    component: "InnerLink",
    meta: { link: "http://www.example.org:80/a" },
  });
});

test("an inner link with a query is a path as well, each query another", () => {
  const pathOf = (path: string) =>
    routersOf([row({ menuType: "C", path })])[0]?.children?.[0]?.path ?? "";
  expect(pathOf("https://docs.example.org/a?lang=zh&page=2#top")).toBe(
    "docs/example/org/a/lang/zh/page/2/top",
  );
  expect(pathOf("https://docs.example.org/a?lang=en")).not.toMatch(/[?#&=]/);
});

test("nested: directory is ParentView, inner link is InnerLink; external keeps its address", () => {
  const rows = [
    row({ menuId: 1 }),
    row({ menuId: 2, parentId: 1, path: "log" }),
    row({ menuId: 3, parentId: 1, menuType: "C", path: "https://a.example.org/x" }),
    row({ menuId: 4, path: "https://b.example.org/", isFrame: "0", visible: "1" }),
  ];
  const [first, external] = routersOf(rows);
  expect(first?.children?.map((child) => child.component)).toEqual(["ParentView", "InnerLink"]);
  expect(external).toMatchObject({
    path: "https://b.example.org/",
    hidden: true,
    component: "Layout",
  });
});

test("a cycle or a missing parent is reached by nobody", () => {
  const rows = [
    row({ menuId: 1, parentId: 2 }),
    row({ menuId: 2, parentId: 1 }),
    row({ menuId: 3, parentId: 9 }),
  ];
  expect(routersOf(rows)).toEqual([]);
});
