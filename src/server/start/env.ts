import { cpus } from "node:os";
import path from "node:path";
import { checkPassword } from "../../lib/people/password.ts";

/** Everything the program reads from its environment, parsed once. Source: README "Settings". */
export type Env = {
  rootDir: string;
  port: number;
  host: string;
  dataDir: string;
  /** undefined: the program starts its own PostgreSQL under dataDir. */
  databaseUrl: string | undefined;
  workers: number;
  /** Origin for links in sitemap, feeds and canonical tags, without a trailing slash. */
  publicUrl: string | undefined;
  adminPassword: string | undefined;
  demo: boolean;
  captchaEnabled: boolean | undefined;
  /** undefined: as the settings say. */
  smsProvider: "outbox" | undefined;
  mailProvider: "outbox" | undefined;
  trustProxy: string | boolean;
  /** Where files lie; undefined: in DATA_DIR/files. */
  s3: S3Env | undefined;
};

/** Access to a bucket of an S3 service. */
export type S3Env = {
  endpoint: string;
  bucket: string;
  key: string;
  secret: string;
  region: string;
};

type Row = { name: string; fallback: string; note: string };

/** One row a variable; `.env.example` is generated from this list and a test keeps them equal. */
export const ENV_ROWS: readonly Row[] = [
  { name: "PORT", fallback: "3000", note: "port to listen on" },
  { name: "HOST", fallback: "127.0.0.1", note: "address to listen on" },
  { name: "DATA_DIR", fallback: "./data", note: "database, files, outbox" },
  {
    name: "DATABASE_URL",
    fallback: "",
    note: "PostgreSQL 15 or newer; empty: the embedded PostgreSQL",
  },
  { name: "WORKERS", fallback: "", note: "processes; empty: the number of cores, at most 4" },
  { name: "PUBLIC_URL", fallback: "", note: "https://example.org; empty: taken from the request" },
  {
    name: "ADMIN_PASSWORD",
    fallback: "",
    note: "first start only, changed at the first log-in; empty: generated",
  },
  {
    name: "DEMO",
    fallback: "",
    note: "on/off; empty: on with the embedded database, off with DATABASE_URL",
  },
  {
    name: "CAPTCHA_ENABLED",
    fallback: "",
    note: "true/false: first value of the setting sys.account.captchaEnabled",
  },
  {
    name: "SMS_PROVIDER",
    fallback: "",
    note: "outbox: DATA_DIR/outbox/sms.jsonl, nothing is sent; empty: as the setting sms.provider says",
  },
  {
    name: "MAIL_PROVIDER",
    fallback: "",
    note: "outbox: DATA_DIR/outbox/mail.jsonl, nothing is sent; empty: as the setting mail.provider says",
  },
  {
    name: "TRUST_PROXY",
    fallback: "",
    note: "true, or addresses of proxies whose X-Forwarded-For counts",
  },
  {
    name: "S3_ENDPOINT",
    fallback: "",
    note: "https://s3.example.org: files lie there; empty: in DATA_DIR/files",
  },
  { name: "S3_BUCKET", fallback: "", note: "with S3_ENDPOINT: the bucket, which must be there" },
  { name: "S3_KEY", fallback: "", note: "with S3_ENDPOINT: the access key" },
  { name: "S3_SECRET", fallback: "", note: "with S3_ENDPOINT: its secret" },
  { name: "S3_REGION", fallback: "us-east-1", note: "with S3_ENDPOINT: region in signatures" },
];

/** Whose first password ADMIN_PASSWORD is, for the policy of staff. */
const ADMINISTRATOR = { userName: "admin", isStaff: true };

/** All of them or none. */
const S3_NAMES = ["S3_ENDPOINT", "S3_BUCKET", "S3_KEY", "S3_SECRET"] as const;

/** Thrown with one line a problem, in the order of ENV_ROWS. */
export class EnvError extends Error {
  readonly problems: string[];
  constructor(problems: string[]) {
    super(`环境变量有误：\n${problems.map((line) => `  - ${line}`).join("\n")}`);
    this.problems = problems;
  }
}

/**
 * Parses the environment; an empty value counts as unset.
 * @throws EnvError naming every wrong variable at once.
 */
export function parseEnv(source: Record<string, string | undefined>, rootDir: string): Env {
  const problems: string[] = [];
  const read = (name: string) => {
    const row = ENV_ROWS.find((each) => each.name === name);
    return source[name]?.trim() || row?.fallback || undefined;
  };
  const whole = (name: string, min: number, max: number, fallback: number) => {
    const text = read(name);
    if (text === undefined) return fallback;
    const value = Number(text);
    if (/^\d+$/.test(text) && value >= min && value <= max) return value;
    problems.push(`${name}=${text}：应为 ${min} 到 ${max} 的整数`);
    return fallback;
  };
  const oneOf = <T extends string>(name: string, allowed: readonly T[]): T | undefined => {
    const text = read(name);
    if (text === undefined) return undefined;
    const found = allowed.find((each) => each === text);
    if (!found) problems.push(`${name}=${text}：只能是 ${allowed.join(" 或 ")}`);
    return found;
  };
  const url = (name: string, protocols: string[]) => {
    const text = read(name);
    if (text === undefined) return undefined;
    if (URL.canParse(text) && protocols.includes(new URL(text).protocol)) return text;
    problems.push(
      `${name}：应为 ${protocols.map((each) => `${each}//`).join(" 或 ")} 开头的完整地址`,
    );
    return undefined;
  };

  const databaseUrl = url("DATABASE_URL", ["postgres:", "postgresql:"]);
  const demo = oneOf("DEMO", ["on", "off"]);
  const captcha = oneOf("CAPTCHA_ENABLED", ["true", "false"]);
  const trustProxy = read("TRUST_PROXY");
  const adminPassword = read("ADMIN_PASSWORD");
  const weakness = adminPassword && checkPassword(adminPassword, ADMINISTRATOR);
  if (weakness) problems.push(`ADMIN_PASSWORD：${weakness}`);
  const s3Endpoint = url("S3_ENDPOINT", ["http:", "https:"])?.replace(/\/+$/, "");
  const s3Values = S3_NAMES.map(read);
  if (s3Values.some((value) => value !== undefined)) {
    for (const [index, name] of S3_NAMES.entries()) {
      if (s3Values[index] === undefined) {
        problems.push(`${name}：未填写；使用 S3 存储须同时设置 ${S3_NAMES.join("、")}`);
      }
    }
  }
  const [, bucket, key, secret] = s3Values;
  if (bucket !== undefined && !/^[a-z\d][a-z\d.-]{1,61}[a-z\d]$/.test(bucket)) {
    problems.push("S3_BUCKET：应为 3 到 63 个小写字母、数字、点或横线");
  }
  const env: Env = {
    rootDir,
    port: whole("PORT", 0, 65_535, 3000),
    host: read("HOST") ?? "127.0.0.1",
    dataDir: path.resolve(rootDir, read("DATA_DIR") ?? "./data"),
    databaseUrl,
    workers: whole("WORKERS", 1, 64, Math.min(cpus().length, 4)),
    publicUrl: url("PUBLIC_URL", ["http:", "https:"])?.replace(/\/+$/, ""),
    adminPassword,
    demo: demo ? demo === "on" : databaseUrl === undefined,
    captchaEnabled: captcha === undefined ? undefined : captcha === "true",
    smsProvider: oneOf("SMS_PROVIDER", ["outbox"]),
    mailProvider: oneOf("MAIL_PROVIDER", ["outbox"]),
    trustProxy:
      trustProxy === "true" ? true : trustProxy === "false" ? false : (trustProxy ?? false),
    s3:
      s3Endpoint && bucket && key && secret
        ? { endpoint: s3Endpoint, bucket, key, secret, region: read("S3_REGION") ?? "us-east-1" }
        : undefined,
  };
  if (problems.length > 0) throw new EnvError(problems);
  return env;
}
