import fs from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { ENV_ROWS, EnvError, parseEnv } from "./env.ts";

const root = path.resolve(import.meta.dirname, "../../..");

test(".env.example lists exactly the variables of the schema", () => {
  const expected = ENV_ROWS.map((row) => `# ${row.note}\n${row.name}=${row.fallback}\n`).join("\n");
  expect(fs.readFileSync(path.join(root, ".env.example"), "utf8")).toBe(expected);
});

test("defaults", () => {
  const env = parseEnv({}, root);
  expect(env).toMatchObject({ port: 3000, host: "127.0.0.1", demo: true, databaseUrl: undefined });
  expect(env.dataDir).toBe(path.join(root, "data"));
});

test("demo is off with a database of one's own, unless asked for", () => {
  const DATABASE_URL = "postgres://a:b@db/x";
  expect(parseEnv({ DATABASE_URL }, root).demo).toBe(false);
  expect(parseEnv({ DATABASE_URL, DEMO: "on" }, root).demo).toBe(true);
});

test("every wrong value is named at once", () => {
  const source = {
    PORT: "x",
    WORKERS: "0",
    DEMO: "1",
    CAPTCHA_ENABLED: "yes",
    DATABASE_URL: "mysql://a",
  };
  try {
    parseEnv(source, root);
    expect.unreachable();
  } catch (error) {
    expect(error).toBeInstanceOf(EnvError);
    const { problems } = error as EnvError;
    expect(problems).toHaveLength(5);
    for (const name of Object.keys(source)) expect(problems.join("\n")).toContain(name);
  }
});

test("the administrator's first password keeps the policy of staff", () => {
  const refused: [password: string, text: string][] = [
    ["short", "密码须为10-32位，并至少包含大写字母、小写字母、数字、符号中的三种"],
    ["aaaaaaaaaaaa", "三种"],
    ["Society-admin-1", "密码不能包含账号或手机号"],
    ["Passw0rd123", "该密码过于常见"],
    ["Two words 2026", "密码不能包含空格"],
  ];
  for (const [password, text] of refused) {
    const start = () => parseEnv({ ADMIN_PASSWORD: password }, root);
    expect(start).toThrow("ADMIN_PASSWORD");
    expect(start).toThrow(text);
  }
  expect(parseEnv({ ADMIN_PASSWORD: "Lantern-2026" }, root).adminPassword).toBe("Lantern-2026");
});

test("S3 is set up as a whole, or not at all", () => {
  const whole = {
    S3_ENDPOINT: "http://127.0.0.1:9000/",
    S3_BUCKET: "xuehui",
    S3_KEY: "key",
    S3_SECRET: "secret",
  };
  expect(parseEnv({}, root).s3).toBeUndefined();
  expect(parseEnv({ S3_REGION: "cn-north-1" }, root).s3).toBeUndefined();
  expect(parseEnv(whole, root).s3).toEqual({
    endpoint: "http://127.0.0.1:9000",
    bucket: "xuehui",
    key: "key",
    secret: "secret",
    region: "us-east-1",
  });
  const problemsOf = (source: Record<string, string>) => {
    try {
      parseEnv(source, root);
      return [];
    } catch (error) {
      return (error as EnvError).problems;
    }
  };
  const asked = "使用 S3 存储须同时设置 S3_ENDPOINT、S3_BUCKET、S3_KEY、S3_SECRET";
  expect(problemsOf({ S3_BUCKET: "xuehui", S3_SECRET: "secret" })).toEqual([
    `S3_ENDPOINT：未填写；${asked}`,
    `S3_KEY：未填写；${asked}`,
  ]);
  expect(problemsOf({ ...whole, S3_ENDPOINT: "ftp://x", S3_BUCKET: "No Bucket" })).toEqual([
    "S3_ENDPOINT：应为 http:// 或 https:// 开头的完整地址",
    "S3_BUCKET：应为 3 到 63 个小写字母、数字、点或横线",
  ]);
});
