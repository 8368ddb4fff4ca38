import type { Operation, Schema } from "./document.ts";

/** One line of a schema's table; nested fields follow their parent, one level deeper. */
export type SchemaRow = {
  /** Path of names from the top: unique within the table. */
  key: string;
  depth: number;
  name: string;
  type: string;
  isRequired: boolean;
  note: string;
};

type Schemas = Readonly<Record<string, Schema>>;

/** Deeper fields are not listed: trees contain themselves. */
const MAX_DEPTH = 6;
const MAX_ROWS = 300;

const TYPES: Readonly<Record<string, string>> = {
  string: "文本",
  integer: "整数",
  number: "数字",
  boolean: "是或否",
  object: "对象",
  null: "空",
};

/** The schema behind a reference, and the one of a union that is not "nothing". */
function resolved(schema: Schema, schemas: Schemas): { schema: Schema; isNullable: boolean } {
  const name = schema.$ref?.split("/").at(-1);
  if (name && schemas[name]) return resolved(schemas[name], schemas);
  if (schema.allOf) {
    const parts = schema.allOf.map((part) => resolved(part, schemas).schema);
    const properties = Object.assign({}, ...parts.map((part) => part.properties));
    const required = parts.flatMap((part) => part.required ?? []);
    return { schema: { ...schema, type: "object", properties, required }, isNullable: false };
  }
  const options = schema.anyOf?.filter((option) => option.type !== "null");
  const [only] = options ?? [];
  if (schema.anyOf && options?.length === 1 && only) {
    const title = schema.title ?? only.title;
    const inner = resolved(only, schemas).schema;
    return {
      schema: title === undefined ? inner : { ...inner, title },
      isNullable: schema.anyOf.length > 1,
    };
  }
  return { schema, isNullable: false };
}

function typeWords(given: Schema, schemas: Schemas): string {
  const { schema, isNullable } = resolved(given, schemas);
  const types = [schema.type ?? []].flat();
  const nullable = isNullable || types.includes("null") ? "，可空" : "";
  if (schema.anyOf) {
    return [...new Set(schema.anyOf.map((option) => typeWords(option, schemas)))].join(" 或 ");
  }
  const [type] = types.filter((each) => each !== "null");
  if (type === "array") {
    return `${schema.items ? typeWords(schema.items, schemas) : "任意"}的列表${nullable}`;
  }
  return `${(type && TYPES[type]) ?? "任意"}${nullable}`;
}

function noteOf(schema: Schema): string {
  const { minLength, maxLength, minimum, maximum } = schema;
  const notes = [
    schema.title,
    schema.description,
    schema.enum && `可取 ${schema.enum.map((value) => JSON.stringify(value)).join("、")}`,
    minLength !== undefined && minLength > 0 && `至少 ${minLength} 个字符`,
    maxLength !== undefined && `最多 ${maxLength} 个字符`,
    minimum !== undefined && maximum !== undefined
      ? `${minimum} 到 ${maximum}`
      : (minimum !== undefined && `不小于 ${minimum}`) ||
        (maximum !== undefined && `不大于 ${maximum}`),
    schema.maxItems !== undefined && `最多 ${schema.maxItems} 项`,
    schema.pattern && `须符合 ${schema.pattern}`,
    schema.default !== undefined && `默认 ${JSON.stringify(schema.default)}`,
  ];
  return notes.filter(Boolean).join("；");
}

/** A schema as lines of a table, at most 300 of them. */
export function rowsOf(schema: Schema, schemas: Schemas = {}): SchemaRow[] {
  const rows: SchemaRow[] = [];
  const walk = (given: Schema, depth: number, parent: string) => {
    const { schema: own } = resolved(given, schemas);
    const item = own.items ? resolved(own.items, schemas).schema : undefined;
    const { properties, required = [] } = own.properties ? own : (item ?? {});
    if (item?.items && !properties) walk(item, depth, parent);
    for (const [name, child] of Object.entries(properties ?? {})) {
      if (rows.length >= MAX_ROWS) return;
      const key = parent ? `${parent}.${name}` : name;
      const inner = resolved(child, schemas).schema;
      rows.push({
        key,
        depth,
        name,
        type: typeWords(child, schemas),
        isRequired: required.includes(name) || child["x-required"] === true,
        note: noteOf({ ...inner, ...(child.title ? { title: child.title } : {}) }),
      });
      if (depth + 1 < MAX_DEPTH) walk(child, depth + 1, key);
    }
  };
  walk(schema, 0, "");
  return rows;
}

/** A value that would fit the schema, for examples. */
export function exampleOf(given: Schema, schemas: Schemas = {}, depth = 0): unknown {
  const { schema } = resolved(given, schemas);
  if (schema.default !== undefined) return schema.default;
  if (schema.enum && schema.enum.length > 0) return schema.enum[0];
  const [type] = [schema.type ?? []].flat();
  if (schema.anyOf?.[0]) return exampleOf(schema.anyOf[0], schemas, depth);
  if (type === "integer" || type === "number") return schema.minimum ?? 1;
  if (type === "boolean") return true;
  if (type === "array") {
    return schema.items && depth < MAX_DEPTH ? [exampleOf(schema.items, schemas, depth + 1)] : [];
  }
  if (type === "object" && depth < MAX_DEPTH) {
    const entries = Object.entries(schema.properties ?? {});
    return Object.fromEntries(
      entries.map(([name, child]) => [name, exampleOf(child, schemas, depth + 1)]),
    );
  }
  if (type === "string") return schema.title ?? "文本";
  return type === undefined ? (schema.title ?? "值") : {};
}

export type Request = { path: string; body: string | undefined };

/**
 * The path of a call: values in the braces, the rest as its query. A value that is empty stays in
 * braces; `extra` is a query as somebody typed it.
 */
export function pathOf(
  operation: Pick<Operation, "path" | "parameters">,
  values: Readonly<Record<string, string>>,
  extra = "",
): string {
  const path = operation.path.replace(/\{([^}]+)\}/g, (braces, name: string) => {
    const value = values[`path ${name}`];
    if (!value) return braces;
    // The rest of a path has slashes of its own, ids of several rows have commas.
    return encodeURIComponent(value).replaceAll("%2C", ",").replaceAll("%2F", "/");
  });
  const query = new URLSearchParams(extra.replace(/^\?/, ""));
  for (const { name, in: place } of operation.parameters) {
    const value = values[`query ${name}`];
    if (place === "query" && value) query.set(name, value);
  }
  return query.size > 0 ? `${path}?${query}` : path;
}

const quoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** The call as a line for a shell; the token is left for the reader to put in. */
export function curlOf(
  { method, access }: Pick<Operation, "method" | "access">,
  origin: string,
  { path, body }: Request,
): string {
  const parts = [`curl -X ${method} ${quoted(`${origin}/prod-api${path}`)}`];
  if (access !== "public") parts.push(`-H ${quoted("Authorization: Bearer 您的令牌")}`);
  if (body !== undefined) {
    parts.push(`-H ${quoted("Content-Type: application/json")}`, `--data-raw ${quoted(body)}`);
  }
  return parts.join(" \\\n  ");
}
