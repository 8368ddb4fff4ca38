import { expect, test } from "vitest";
import { startApp } from "../../test/app.ts";
import { interceptStatements, statementOf } from "../../test/statements.ts";

const it = await startApp();
const { token } = await it.as("admin");

// A page of a list is a part of an order. Where two rows may stand in either order, one of them can be
// on two pages and the other on none: the last key of every such order is unique.

/** A page size that nothing else is. */
const SIZE = 7;

const asked: string[] = [];
interceptStatements((call, run) => {
  const { text, values } = statementOf(call);
  if (/\blimit \$\d+/.test(text) && values.includes(SIZE)) asked.push(text);
  return run();
});

/** Columns with a unique index of their own, as `table.column`. */
async function uniqueColumns(): Promise<Set<string>> {
  const { rows } = await it.db.execute<{ name: string }>(`
    select c.relname || '.' || a.attname as name from pg_index i
    join pg_class c on c.oid = i.indrelid
    join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0]
    where i.indisunique and i.indnkeyatts = 1`);
  return new Set(rows.map(({ name }) => name));
}

/** The last key of an order: `"t"."c" desc` is `t.c`, anything else is as it stands. */
function lastKey(text: string): string {
  const order = text.slice(text.lastIndexOf(" order by ") + 10).replace(/ limit .*$/s, "");
  const key =
    order
      .split(/,(?![^(]*\))/)
      .at(-1)
      ?.trim() ?? "";
  const column = /^"?(?<table>\w+)"?\."(?<column>\w+)"(?: asc| desc)?$/.exec(key)?.groups;
  return column ? `${column.table}.${column.column}` : key;
}

test("every list is paged by an order that ends in something unique", async () => {
  const unique = await uniqueColumns();
  const urls = it.app.routeTable
    .filter(
      ({ method, url, query }) =>
        method === "GET" && query.includes("pageNum") && !url.includes(":"),
    )
    .map(({ url, query }) => ({ url: url.replace("/prod-api", ""), query }));
  expect(urls.length).toBeGreaterThan(15);
  const loose: string[] = [];
  for (const { url, query } of urls) {
    const sorts = ["", ...(query.includes("orderByColumn") ? ["createTime", "status"] : [])];
    for (const sort of sorts) {
      asked.length = 0;
      const order = sort ? `&orderByColumn=${sort}&isAsc=asc` : "";
      await it.call("GET", `${url}?pageNum=1&pageSize=${SIZE}${order}`, { token });
      for (const text of asked) {
        const key = text.includes(" order by ") ? lastKey(text) : "no order at all";
        if (!unique.has(key)) loose.push(`${url}${order}: ${key}`);
      }
    }
  }
  expect(loose).toEqual([]);
}, 120_000);
