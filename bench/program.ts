import { type ChildProcess, spawn } from "node:child_process";
import http from "node:http";
import { createServer } from "node:net";
import path from "node:path";
import { databaseUrlOf } from "../e2e/database.ts";

const rootDir = path.resolve(import.meta.dirname, "..");

/** The built program, started on a port of its own. */
export type Program = {
  origin: string;
  pid: number;
  /** Address of the PostgreSQL that it started. */
  databaseUrl: string;
  stop(): Promise<void>;
};

export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === "string") throw new Error("no free port");
  return address.port;
}

type Started = { child: ChildProcess; output: () => string };

function spawnProgram(args: string[], env: Record<string, string>): Started {
  const child = spawn(process.execPath, ["src/main.ts", ...args], {
    cwd: rootDir,
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
  }
  return { child, output: () => output };
}

const ended = (child: ChildProcess) =>
  new Promise<number | null>((resolve) => {
    if (child.exitCode !== null) resolve(child.exitCode);
    else child.once("exit", resolve);
  });

/** Starts `node src/main.ts start` and waits until it serves. */
export async function startProgram(
  dataDir: string,
  env: Record<string, string> = {},
): Promise<Program> {
  const port = String(await freePort());
  const { child, output } = spawnProgram(["start"], { DATA_DIR: dataDir, PORT: port, ...env });
  while (!output().includes("学会已启动")) {
    if (child.exitCode !== null) throw new Error(`the program did not start:\n${output()}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return {
    origin: `http://127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    databaseUrl: databaseUrl(dataDir, output()),
    stop: async () => {
      child.kill("SIGTERM");
      await ended(child);
    },
  };
}

/** A command that is not over by then has stuck: it is ended, and fails. */
const COMMAND_LIMIT_MS = 10 * 60_000;

/** Runs a command of the program to its end; throws with its output when it fails. */
export async function runProgram(
  args: string[],
  env: Record<string, string>,
): Promise<{ output: string; ms: number }> {
  const began = performance.now();
  const { child, output } = spawnProgram(args, env);
  const limit = setTimeout(() => child.kill("SIGKILL"), COMMAND_LIMIT_MS);
  const code = await ended(child);
  clearTimeout(limit);
  if (code !== 0) throw new Error(`${args.join(" ")} failed:\n${output()}`);
  return { output: output(), ms: performance.now() - began };
}

/** The cluster is in the data directory, or where the program says at its start. */
const databaseUrl = (dataDir: string, output: string): string =>
  databaseUrlOf(dataDir, /数据库放在 (\S+)/.exec(output)?.[1]);

export type Answer = { status: number; headers: http.IncomingHttpHeaders; body: Buffer };

/** One GET on a kept connection of the agent. */
export function get(
  url: string,
  { agent, headers = {} }: { agent?: http.Agent; headers?: Record<string, string> } = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = http.get(url, { ...(agent ? { agent } : {}), headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("end", () => {
        const { statusCode = 0, headers: given } = response;
        resolve({ status: statusCode, headers: given, body: Buffer.concat(chunks) });
      });
      response.on("error", reject);
    });
    request.on("error", reject);
  });
}

/** A GET that must be answered with 200. */
export async function getOk(
  url: string,
  options: { agent?: http.Agent; headers?: Record<string, string> } = {},
): Promise<Answer> {
  const answer = await get(url, options);
  if (answer.status !== 200) throw new Error(`${url} answered ${answer.status}`);
  return answer;
}

/** One connection that stays open. */
export const oneConnection = () => new http.Agent({ keepAlive: true, maxSockets: 1 });
