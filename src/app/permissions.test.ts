import { ne } from "drizzle-orm";
import { expect, test } from "vitest";
import { startApp } from "../test/app.ts";
import { menu } from "./system/menu/table.server.ts";

// People read in docs/permissions.md who may call which route before it is in force: the compiler refuses a
// permission that no menu row has, but not one that belongs to another route (security 13).
const it = await startApp();

const HEAD = `# Who may call which route

Written by \`npx vitest run src/app/permissions.test.ts -u\`, compared by \`npm test\`: a route that asks
for another permission than this table says turns it red. Read the difference before you commit it.

\`public\` lets anybody call the route, \`login\` any account, \`staff\` any account of the staff. Any other
word is a permission: it lets the administrator call the route, and the staff whose roles hold a menu row
with this permission.
`;

const AGAIN = `
## Who it is, once more

Of these routes a person who has shown nothing for a quarter of an hour is asked who it is
([decision 47](decisions/0047-roles-and-lists-of-persons.md)). Some others ask inside, where what is done
demands it: money, and the roles in the form of a user.
`;

const routes = it.app.routeTable
  .filter(({ method }) => method !== "HEAD")
  .map(({ method, url, access, asksProof }) => ({ method, url, asked: access, asksProof }))
  .sort((a, b) => (`${a.url} ${a.method}` < `${b.url} ${b.method}` ? -1 : 1));

/** Permissions of the menu's rows. */
const rows = (await it.db.select({ perms: menu.perms }).from(menu).where(ne(menu.perms, ""))).map(
  ({ perms }) => perms,
);

test("every route asks for what the table says", async () => {
  const lines = [
    ["Method", "Route", "Access"],
    ...routes.map(({ method, url, asked: access }) => [method, url, access]),
  ];
  // As the formatter lays a table out: each column as wide as its widest cell.
  const widths = [0, 1, 2].map((at) => Math.max(...lines.map((cells) => cells[at]?.length ?? 0)));
  const line = (cells: string[]) =>
    `| ${widths.map((width, at) => (cells[at] ?? "").padEnd(width)).join(" | ")} |`;
  const [head = [], ...rest] = lines;
  const rule = widths.map((width) => "-".repeat(width));
  const proved = routes.filter((route) => route.asksProof);
  const again = proved.map(({ method, url }) => `- ${method} ${url}`);
  const table = [HEAD, line(head), line(rule), ...rest.map(line), AGAIN, ...again, ""].join("\n");
  await expect(table).toMatchFileSnapshot("../../docs/permissions.md");
});

const asked = new Set<string>(
  routes.map((route) => route.asked).filter((each) => each.split(":").length === 3),
);

test("what a route asks for can be given by a menu row", () => {
  expect([...asked].filter((each) => !rows.includes(each))).toEqual([]);
  expect([...asked].filter((each) => each.endsWith(":export")).length).toBeGreaterThan(12);
});

test("each permission of the menu opens a route, or something inside of a route or a page", () => {
  const inside = [
    // Asked for by handlers.
    ...["content:wording:override", "monitor:online:batchLogout", "system:notice:query"],
    ...["member:sign:check", "member:sign:checkOrg", "member:sign:query"],
    ...["member:fee:waive", "member:certificate:query", "declare:item:query"],
    // Open one row's details, which the list has sent.
    ...["monitor:logininfor:query", "monitor:online:query", "monitor:operlog:query"],
    ...["system:delivery:query", "declare:objection:query"],
    ...["member:finance:query", "finance:refund:query", "finance:receipt:query"],
    // A page without calls of its own.
    "tool:build:list",
  ];
  const dead = rows.filter((each) => !asked.has(each));
  expect(new Set(dead)).toEqual(new Set(inside));
});
