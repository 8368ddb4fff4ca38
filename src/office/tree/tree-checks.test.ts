import { expect, test } from "vitest";
import {
  allNodes,
  type CheckRule,
  checkNodes,
  inOrder,
  isPage,
  shortLabel,
  stateOf,
  tick,
} from "./tree-checks.ts";

// 1 > 10 > 100, 101; 1 > 11
const nodes = checkNodes([
  {
    id: 1,
    label: "系统管理",
    children: [
      {
        id: 10,
        label: "用户管理",
        children: [
          { id: 100, label: "用户查询" },
          { id: 101, label: "用户新增" },
        ],
      },
      { id: 11, label: "数据监控" },
    ],
  },
]);
const at = (id: number) => {
  const node = allNodes(nodes).find((each) => each.id === id);
  if (!node) throw new Error(`no node ${id}`);
  return node;
};
const states = (ticked: ReadonlySet<number>, rule: CheckRule) =>
  allNodes(nodes).map((node) => `${node.id} ${stateOf(node, ticked, rule)}`);

const MENUS = { isLinked: true, needsParents: true };
const DEPTS = { isLinked: true, needsParents: false };
const ALONE = { isLinked: false, needsParents: true };

test("menus: a button brings its page and directory, a page all its buttons", () => {
  const one = tick(at(100), true, new Set(), MENUS);
  expect([...one].sort()).toEqual([1, 10, 100]);
  expect(states(one, MENUS)).toEqual(["1 part", "10 part", "100 on", "101 off", "11 off"]);
  // The page stays when its last button goes: it can be had alone.
  expect([...tick(at(100), false, one, MENUS)].sort()).toEqual([1, 10]);
  const all = tick(at(1), true, new Set(), MENUS);
  expect(all.size).toBe(5);
  expect([...tick(at(10), false, all, MENUS)].sort()).toEqual([1, 11]);
  expect(inOrder(nodes, one, MENUS)).toEqual([1, 10, 100]);
  expect(inOrder(nodes, tick(at(101), false, all, MENUS), MENUS)).toEqual([1, 10, 100, 11]);
});

test("departments: a part brings not the whole, and a whole without a part is none", () => {
  const one = tick(at(100), true, new Set(), DEPTS);
  expect([...one]).toEqual([100]);
  expect(states(one, DEPTS)).toEqual(["1 part", "10 part", "100 on", "101 off", "11 off"]);
  const all = tick(at(1), true, new Set(), DEPTS);
  const less = tick(at(100), false, all, DEPTS);
  expect([...less].sort()).toEqual([101, 11]);
  expect(states(new Set([10, 101]), DEPTS)).toContain("10 on");
});

test("not linked: each for itself", () => {
  expect([...tick(at(10), true, new Set(), ALONE)]).toEqual([10]);
  expect([...tick(at(10), false, new Set([1, 10, 100]), ALONE)]).toEqual([1, 100]);
  expect(states(new Set([10]), ALONE)).toContain("1 off");
});

test("buttons stand beside their page, without its name", () => {
  expect(
    allNodes(nodes)
      .filter(isPage)
      .map(({ id }) => id),
  ).toEqual([10]);
  expect(shortLabel("用户新增", "用户管理")).toBe("新增");
  expect(shortLabel("操作日志查询", "操作日志")).toBe("查询");
  expect(shortLabel("任务查询", "定时任务")).toBe("任务查询");
  expect(shortLabel("用户", "用户")).toBe("户");
});
