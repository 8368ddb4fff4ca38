import type { FastifyBaseLogger } from "fastify";
import type { Db } from "../../db/client.ts";
import type { FileStore } from "../files/file-store.ts";
import type { Env } from "../start/env.ts";
import { type Arg, type ArgType, parseTarget } from "./invoke-target.ts";

export type TaskParam = {
  /** Chinese name, as the form shows it. */
  label: string;
  type: ArgType;
  /** The fault of a value of the right type. */
  check?: (value: Arg["value"]) => string | undefined;
};

/** A thing a job can do. The registry is compiled: nothing else can ever be called by a job. */
export type Task = {
  /** Its work, in Chinese. */
  label: string;
  params?: readonly TaskParam[];
  /** Seconds after which it counts as hanging. */
  maxSeconds?: number;
  /** Returns a sentence on its work. `signal` aborts when the time is over or we shut down. */
  run: (
    context: { db: Db; env: Env; files: FileStore; log: FastifyBaseLogger },
    args: Arg["value"][],
    signal: AbortSignal,
  ) => Promise<string | undefined>;
};

/** By `bean.method`; slices export theirs as `tasks` from a `task.server.ts`. */
export type Tasks = Readonly<Record<string, Task>>;

const TYPE_NAMES: Record<ArgType, string> = {
  string: "文字",
  boolean: "true/false",
  long: "长整数（如 2000L）",
  double: "小数（如 316.50D）",
  integer: "整数",
};

/** Refusals of wire 4.7, each with the pattern in a target that earns it. */
const FORBIDDEN: readonly [RegExp, string][] = [
  [/rmi:/i, "目标字符串不允许'rmi'调用"],
  [/ldaps?:/i, "目标字符串不允许'ldap(s)'调用"],
  [/https?:\/\//i, "目标字符串不允许'http(s)'调用"],
  [
    /\b(?:java|javax|org|com|net)\.|\b(?:constructor|prototype|process|require|import|eval|globalThis)\b|__/i,
    "目标字符串存在违规",
  ],
];

/** The task a target names, ready to run. */
type ReadyCall = { task: Task; args: Arg["value"][] };

/** Finds a target in the registry, or says in the contract's words why it cannot be called. */
export function readTarget(tasks: Tasks, target: string): ReadyCall | { error: string } {
  for (const [pattern, error] of FORBIDDEN) if (pattern.test(target)) return { error };
  const call = parseTarget(target);
  if (!call) return { error: "目标字符串格式不正确，应为 任务名.方法名(参数)" };
  const task = Object.hasOwn(tasks, call.name) ? tasks[call.name] : undefined;
  if (!task) return { error: "目标字符串不在白名单内" };
  const params = task.params ?? [];
  const isRight =
    params.length === call.args.length &&
    params.every((param, index) => param.type === call.args[index]?.type);
  if (!isRight) {
    const wanted = params.map((param) => `${param.label}：${TYPE_NAMES[param.type]}`).join("，");
    return { error: `参数不正确，${wanted === "" ? "这个任务没有参数" : `应为（${wanted}）`}` };
  }
  const args = call.args.map((arg) => arg.value);
  for (const [index, param] of params.entries()) {
    const error = param.check?.(args[index] ?? "");
    if (error) return { error: `${param.label}${error}` };
  }
  return { task, args };
}

/** A whole number of days of at least `least`. */
export const daysParam = (label: string, least: number): TaskParam => ({
  label,
  type: "integer",
  check: (value) =>
    Number(value) >= least && Number(value) <= 36_500 ? undefined : `应在 ${least} 到 36500 之间`,
});
