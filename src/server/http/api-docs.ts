import swagger from "@fastify/swagger";
import type { RouteOptions } from "fastify";
import type { App } from "../start/context.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** Folder of the slice below src/app; the app sets it. */
    slice?: string;
  }
}

type Node = Record<string, unknown>;

const BASE = "/prod-api";

/** Keys of JSON Schema that hold no schema but values of the described data. */
const VALUES = new Set(["enum", "const", "default", "examples", "required"]);

/**
 * A schema as the description shows it: JSON alone, `x-shape` in place of what the handler reads by
 * itself (server/crud/crud.ts), the text of a refusal under a key that OpenAPI knows as an extension.
 */
function described(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(described);
  if (typeof schema !== "object" || schema === null) return schema;
  const { "x-shape": shape, message, ...own } = schema as Node;
  const node: Node = {};
  for (const [key, value] of Object.entries({ ...own, ...(shape as Node | undefined) })) {
    if (value === undefined || typeof value === "function") continue;
    node[key] = VALUES.has(key) ? value : described(value);
  }
  if (typeof message === "string") node["x-message"] = message;
  return node;
}

const propertiesOf = (schema: unknown): Node | undefined =>
  (described(schema) as { properties?: Node } | undefined)?.properties;

/** Keys of a route's body, as its schema describes them. */
export const bodyKeys = ({ schema }: RouteOptions): string[] =>
  Object.keys(propertiesOf(schema?.body) ?? {});

/** Keys of a route's query, as its schema describes them. */
export const queryKeys = ({ schema }: RouteOptions): string[] =>
  Object.keys(propertiesOf(schema?.querystring) ?? {});

/** What the route declares beside its schemas stands in `x-access` and `x-log`. */
function operationOf({
  schema,
  url,
  route,
}: {
  schema: unknown;
  url: string;
  route: RouteOptions;
}) {
  const { access, log, slice } = route.config ?? {};
  const { response, ...rest } = (described(schema ?? {}) ?? {}) as Node;
  const good = (response as Node | undefined)?.[200] as Node | undefined;
  return {
    url,
    schema: {
      ...rest,
      hide: !url.startsWith(`${BASE}/`),
      tags: [slice ?? "server"],
      security: access === "public" ? [] : [{ token: [] }],
      response: { 200: { ...good, description: "操作完成；拒绝时 code 不是 200，msg 说明原因" } },
      "x-access": access,
      ...(log ? { "x-log": log } : {}),
    },
  };
}

/**
 * Gathers the routes registered after it; `app.swagger()` makes the OpenAPI document of them when it
 * is first asked for, and keeps it. Register before the slices.
 */
export async function describeRoutes(app: App): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: "3.1.0",
      info: { title: "学会网站与后台接口", version: "1.0" },
      servers: [{ url: BASE }],
      components: {
        securitySchemes: {
          token: { type: "http", scheme: "bearer", description: "登录后得到的令牌" },
        },
      },
    },
    transform: operationOf as never,
  });
}

/** Folder of a slice by its file: `../../app/system/post/api.server.ts` is `system/post`. */
export const sliceOf = (file: string): string =>
  file.replace(/^.*\/app\//, "").replace(/\/[^/]+$/, "");
