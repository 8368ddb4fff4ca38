import { category } from "../app/article_type/table.server.ts";
import type { TestApp } from "./app.ts";

const BASE = "/api/bll/article/desk";

/** Calls of the article desk by one person, and a category to write in. */
export function deskCalls(it: TestApp, token: string) {
  const call = (method: string, url: string, body?: object) =>
    it.call(method, BASE + url, { token, ...(body ? { body } : {}) });
  return {
    call,
    /** A draft with these fields; returns its id. */
    async draft(fields: object): Promise<number> {
      const { body } = await call("POST", "", fields);
      if (body.code !== 200) throw new Error(body.msg);
      return (body.data as { id: number }).id;
    },
    async read(id: number) {
      return (await call("GET", `/${id}`)).body.data as Record<string, unknown> & {
        version: number;
        status: string;
        allowed: string[];
        fields: Record<string, unknown>;
      };
    },
  };
}

let made = 0;

/** A category of its own for a test. */
export async function makeCategory(
  it: TestApp,
  fields: Partial<typeof category.$inferInsert> = {},
): Promise<number> {
  made++;
  const [row] = await it.db
    .insert(category)
    .values({ bllName: `栏目${made}`, ...fields })
    .returning({ id: category.id });
  if (!row) throw new Error("no category row");
  return row.id;
}
