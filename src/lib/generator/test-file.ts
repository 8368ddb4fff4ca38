import { sample, written } from "./api-file.ts";
import { isTyped } from "./form-items.ts";
import { imports } from "./imports.ts";
import { isMoment, type Model } from "./model.ts";
import { type Doc, hard, indent, object, print, tall } from "./print.ts";
import { mainImport, mainOf } from "./table-file.ts";
import { str } from "./words.ts";

const text = (code: string): string => `\n${code}`;

/** The row of the main table that the rows of a sub table need. */
function ownerRow(model: Model): Doc {
  const { owner } = model;
  if (!owner) return [];
  const main = mainOf(model);
  const needed = written(owner.model).filter(({ isRequired }) => isRequired);
  const values = needed.map((column): Doc => {
    const value = sample(column, "甲");
    return `${column.property}: ${isMoment(column) ? `new Date(${value})` : value}`;
  });
  return [
    "const [owner] = await it.db",
    indent(
      hard,
      `.insert(${main})`,
      hard,
      ".values(",
      values.length > 0 ? object(values) : "{}",
      ")",
      hard,
      `.returning({ id: ${main}.${owner.model.pk.property} });`,
    ),
    hard,
  ];
}

function bodyOf(model: Model): Doc {
  const parts = written(model).map((column): Doc => {
    if (column === model.owner?.key) return `${column.property}: owner?.id ?? 0`;
    if (column === model.tree?.parent) return `${column.property}: 0`;
    return `${column.property}: ${sample(column, "甲")}`;
  });
  return ["const BODY = ", parts.length > 0 ? tall(parts) : "{}", ";", hard];
}

/** What is missing is said on each field that must be there. */
function missingTest(model: Model): Doc {
  const required = written(model).filter(
    ({ isRequired, kind }) => isRequired && kind !== "boolean",
  );
  if (required.length === 0) return [];
  const texts = required.map((column) => `${column.property}: ${str(`${column.label}不能为空`)}`);
  return [
    text('\ntest("what is missing is said on its field", async () => {'),
    indent(
      hard,
      'const { body } = await it.call("POST", PATH, { token });',
      hard,
      "expect(body.data).toEqual(",
      tall(texts),
      ");",
    ),
    text("});"),
  ];
}

function lengthTest(model: Model): Doc {
  const column = written(model).find(isTyped);
  if (!column) return [];
  const wrong = str(`${column.label}长度不能超过${column.max}个字符`);
  return [
    text(`
test("a text that is too long is refused on its field", async () => {
  const body = { ...BODY, ${column.property}: "长".repeat(${column.max + 1}) };
  const answer = await it.call("POST", PATH, { token, body });`),
    indent(
      hard,
      "expect(answer.body.data).toEqual(",
      object([`${column.property}: ${wrong}`]),
      ");",
    ),
    text("});"),
  ];
}

const rights = (model: Model) => `
test("each verb needs its own permission", async () => {
  const reader = await staffWith(it, "${model.module}:${model.business}:list");
  const code = async (method: string, url: string) =>
    (await it.call(method, PATH + url, { token: reader.token })).body.code;
  expect(await code("GET", "/list")).toBe(200);
  expect(await code("GET", "/1")).toBe(403);
  expect(await code("POST", "")).toBe(403);
  expect(await code("PUT", "")).toBe(403);
  expect(await code("DELETE", "/1")).toBe(403);
  const member = await it.as("member");
  const refused = await it.call("GET", \`\${PATH}/list\`, { token: member.token });
  expect(refused.body.code).toBe(403);
  expect((await it.call("GET", \`\${PATH}/list\`)).body.code).toBe(401);
});`;

const crudTests = ({ pk, owner }: Model) => `
const list = async (query = "") => {
  const { body } = await it.call("GET", \`\${PATH}/list\${query}\`, { token });
  return body as unknown as { code: number; total: number; rows: Record<string, unknown>[] };
};
const keyOf = (row: Record<string, unknown>) => Number(row.${pk.property});
/** Adds a row and returns its id. */
const add = async () => {
  const answer = await it.call("POST", PATH, { token, body: BODY });
  expect(answer.body).toMatchObject({ code: 200, msg: "操作成功" });
  return Math.max(...(await list("?pageSize=100")).rows.map(keyOf));
};

test("a row is added, read, edited, exported and removed", async () => {
  const id = await add();
  const { body } = await it.call("GET", \`\${PATH}/\${id}\`, { token });
  const row = body.data as Record<string, unknown>;
  expect(keyOf(row)).toBe(id);${
    owner
      ? `
  expect((await list("?${owner.key.property}=987654321")).total).toBe(0);`
      : ""
  }
  const edited = await it.call("PUT", PATH, { token, body: { ...row, ...BODY } });
  expect(edited.body.code).toBe(200);
  const file = await it.call("POST", \`\${PATH}/export\`, { token });
  expect(file.headers["content-type"]).toContain("sheet");
  expect((await it.call("DELETE", \`\${PATH}/\${id}\`, { token })).body.code).toBe(200);
  expect((await it.call("GET", \`\${PATH}/\${id}\`, { token })).body.code).toBe(404);
});`;

const treeTests = ({ pk, tree, noun }: Model) => `
const keyOf = (row: Record<string, unknown>) => Number(row.${pk.property});
const rowsOf = async (url = "/list") => {
  const { body } = await it.call("GET", PATH + url, { token });
  return body.data as Record<string, unknown>[];
};
/** Adds a row below another and returns its id. */
const add = async (above: number) => {
  const body = { ...BODY, ${tree?.parent.property}: above };
  expect((await it.call("POST", PATH, { token, body })).body.code).toBe(200);
  return Math.max(...(await rowsOf()).map(keyOf));
};
const move = async (id: number, above: number) => {
  const body = {
    ${pk.property}: id,
    ${tree?.parent.property}: above,
  };
  return (await it.call("PUT", PATH, { token, body })).body;
};

test("rows are added below each other, moved, sorted and removed from below", async () => {
  const top = await add(0);
  const middle = await add(top);
  const low = await add(middle);
  expect((await rowsOf(\`/list/exclude/\${middle}\`)).map(keyOf)).toEqual([top]);
  for (const below of [top, middle, low]) {
    expect((await move(top, below)).msg).toBe("上级${noun}不能是自己或自己的下级");
  }
  expect((await move(low, 987654321)).msg).toBe("上级${noun}不存在");
  expect((await move(low, top)).code).toBe(200);
  const sorted = await it.call("PUT", \`\${PATH}/updateSort\`, {
    token,
    body: { ${pk.property}s: \`\${middle},\${low}\`, orderNums: "8,7" },
  });
  expect(sorted.body.code).toBe(200);
  const kept = await it.call("DELETE", \`\${PATH}/\${top}\`, { token });
  expect(kept.body).toMatchObject({
    code: 601,
    msg: "存在下级${noun},不允许删除",
  });
  for (const id of [low, middle, top]) {
    expect((await it.call("DELETE", \`\${PATH}/\${id}\`, { token })).body.code).toBe(200);
  }
  expect(await rowsOf()).toEqual([]);
});`;

/** <business>.test.ts. */
export function testFile(model: Model): string {
  return print([
    imports([
      { from: "vitest", names: ["expect", "test"] },
      { from: "#src/test/app.ts", names: ["startApp"] },
      { from: "#src/test/rights.ts", names: ["staffWith"] },
      mainImport(model),
    ]),
    hard,
    `const PATH = ${str(`/${model.module}/${model.business}`)};`,
    hard,
    hard,
    "const it = await startApp();",
    hard,
    'const { token } = await it.as("admin");',
    hard,
    ownerRow(model),
    bodyOf(model),
    text(model.tree ? treeTests(model) : crudTests(model)),
    hard,
    missingTest(model),
    lengthTest(model),
    text(rights(model)),
    hard,
  ]).replace(/\n{3,}/g, "\n\n");
}
