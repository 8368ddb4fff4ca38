/** A JSON Schema as the description carries it; keys of our own begin with `x-`. */
export type Schema = {
  type?: string | string[];
  title?: string;
  description?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  additionalProperties?: Schema | boolean;
  anyOf?: Schema[];
  allOf?: Schema[];
  enum?: unknown[];
  default?: unknown;
  format?: string;
  pattern?: string;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  maxItems?: number;
  $ref?: string;
  "x-required"?: boolean;
  "x-message"?: string;
};

type Parameter = {
  name: string;
  in: "path" | "query" | "header";
  required?: boolean;
  description?: string;
  schema?: Schema;
};

type Content = Record<string, { schema?: Schema }>;

type RawOperation = {
  tags?: string[];
  summary?: string;
  operationId?: string;
  parameters?: Parameter[];
  requestBody?: { content: Content };
  responses?: Record<string, { content?: Content }>;
  "x-access"?: string;
  "x-log"?: [title: string, businessType: number];
};

/** The answer of `GET /v3/api-docs`: OpenAPI 3.1 with `x-access` and `x-log`. */
export type ApiDocument = {
  openapi: string;
  info: { title: string; version: string };
  servers?: { url: string }[];
  tags?: { name: string }[];
  paths: Record<string, Record<string, RawOperation>>;
  components?: { schemas?: Record<string, Schema> };
};

export type Operation = {
  id: string;
  /** GET, POST, … */
  method: string;
  /** Below /prod-api, parameters in braces. */
  path: string;
  group: string;
  summary: string;
  access: string;
  log: [title: string, businessType: number] | undefined;
  parameters: Parameter[];
  body: Schema | undefined;
  answer: Schema | undefined;
};

const schemaOf = (content: Content | undefined): Schema | undefined =>
  content && Object.values(content)[0]?.schema;

/** The operations in the order of their routes, each with the fields that the page shows. */
export function operationsOf(document: ApiDocument): Operation[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, raw]) => ({
      id: raw.operationId ?? `${method} ${path}`,
      method: method.toUpperCase(),
      path,
      group: raw.tags?.[0] ?? "其他",
      summary: raw.summary ?? path,
      access: raw["x-access"] ?? "public",
      log: raw["x-log"],
      parameters: raw.parameters ?? [],
      body: schemaOf(raw.requestBody?.content),
      answer: schemaOf(raw.responses?.["200"]?.content),
    })),
  );
}

/** Operations by group, in the order the groups first appear. */
export function groupsOf(operations: readonly Operation[]): [group: string, Operation[]][] {
  const groups = new Map<string, Operation[]>();
  for (const operation of operations) {
    const group = groups.get(operation.group);
    if (group) group.push(operation);
    else groups.set(operation.group, [operation]);
  }
  return [...groups];
}

const ACCESS_WORDS: Readonly<Record<string, string>> = {
  public: "无需登录",
  login: "登录即可",
  staff: "工作人员",
};

/** Who may call, in words; `isCode`: a permission string. */
export function accessWords(access: string): { text: string; isCode: boolean } {
  const words = ACCESS_WORDS[access];
  return words ? { text: words, isCode: false } : { text: access, isCode: true };
}

/** Whether every word of the search is somewhere in the operation. */
export function matches(operation: Operation, search: string): boolean {
  const { method, path, group, summary, access, log } = operation;
  const all = [method, path, group, summary, access, log?.[0] ?? ""].join(" ").toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => all.includes(word));
}
