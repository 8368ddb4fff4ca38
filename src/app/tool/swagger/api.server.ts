import { ne } from "drizzle-orm";
import { Type } from "typebox";
import { framePage } from "#src/server/http/frame-page.ts";
import type { App, Context, Slice } from "#src/server/start/context.ts";
import { menu } from "../../system/menu/table.server.ts";
import { groupOf, summaryOf } from "./words.server.ts";

type Operation = {
  tags?: string[];
  summary?: string;
  operationId?: string;
  "x-log"?: [string, number];
};
type ApiDocument = {
  paths?: Record<string, Record<string, Operation>>;
  tags?: { name: string }[];
};

/** API documentation (menu row 117): wire 0 and the last row of 2.13. */
const api: Slice = (app, context) => {
  app.get(
    "/prod-api/v3/api-docs",
    {
      config: { access: "tool:swagger:list" },
      schema: {
        summary: "接口文档（OpenAPI 3）",
        response: { 200: Type.Object({}, { additionalProperties: true }) },
      },
    },
    async (_request, reply) => {
      // Kept as the text that is sent: it is some 300 kB, and nobody changes a menu's name often.
      const text = await context.memo.get("api-docs", ["menu"], () => documentText(app, context));
      reply.type("application/json").serializer(String);
      return text as never;
    },
  );

  app.get(
    "/prod-api/swagger-ui/index.html",
    { config: { access: "public" }, schema: { response: { 200: Type.String() } } },
    async (_request, reply) => {
      reply.type("text/html; charset=utf-8");
      return framePage("系统接口", `${context.origin}/tool/swagger`);
    },
  );
};

/** The document that app.ts gathers, with Chinese groups and summaries. */
async function documentText(app: App, { db }: Pick<Context, "db">): Promise<string> {
  const rows = await db
    .select({ name: menu.menuName, component: menu.component })
    .from(menu)
    .where(ne(menu.component, ""));
  const menus = Object.fromEntries(
    rows.map(({ name, component }) => [component.replace(/\/index$/, ""), name]),
  );
  const made = structuredClone(app.swagger()) as ApiDocument;
  const operations = Object.values(made.paths ?? {}).flatMap((methods) => Object.values(methods));
  const titles = new Map(
    operations.flatMap(({ tags, "x-log": log }) => (log ? [[tags?.[0] ?? "", log[0]]] : [])),
  );
  const groups = new Set<string>();
  for (const [path, methods] of Object.entries(made.paths ?? {})) {
    for (const [method, operation] of Object.entries(methods)) {
      const slice = operation.tags?.[0] ?? "";
      const group = groupOf(slice, menus, titles.get(slice));
      groups.add(group);
      operation.tags = [group];
      operation.summary ??= summaryOf(method, path, operation["x-log"]);
      operation.operationId = `${method}${path.replace(/[{}]/g, "").replace(/[^\w]+/g, "_")}`;
    }
  }
  made.tags = [...groups].map((name) => ({ name }));
  return JSON.stringify(made);
}

export default api;
