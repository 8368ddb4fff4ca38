import { type ChildProcess, spawn } from "node:child_process";
import fs from "node:fs";
import { createServer } from "node:net";
import os from "node:os";
import path from "node:path";

export const rootDir = path.resolve(import.meta.dirname, "..");

/** Every variable of the program, empty: a developer's own .env or shell must not reach a test. */
const blankEnv = Object.fromEntries(
  fs
    .readFileSync(path.join(rootDir, ".env.example"), "utf8")
    .split("\n")
    .filter((line) => /^[A-Z_]+=/.test(line))
    .map((line) => [line.split("=")[0], ""]),
);

/** The started program: its output so far and a promise of its end. */
export type Program = {
  url: string;
  output(): string;
  child: ChildProcess;
  ended: Promise<number | null>;
  stop(): Promise<number | null>;
};

export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === "string") throw new Error("no port");
  return address.port;
}

export function scratchDir(): string {
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), "xuehui-e2e-"));
  fs.chmodSync(directory, 0o755);
  return directory;
}

/**
 * Runs `node src/main.ts <args>`, in another tree where one is named, and resolves at once; wait for
 * `started` or `ended`.
 */
export function launch(
  env: Record<string, string>,
  args = ["start"],
  tree: string = rootDir,
): Program {
  const port = env.PORT ?? "0";
  const child = spawn(process.execPath, ["src/main.ts", ...args], {
    cwd: tree,
    env: { ...process.env, NODE_OPTIONS: "", ...blankEnv, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  const collect = (chunk: Buffer) => {
    output += chunk.toString();
  };
  child.stdout.on("data", collect);
  child.stderr.on("data", collect);
  const ended = new Promise<number | null>((resolve) => child.on("exit", resolve));
  return {
    url: `http://127.0.0.1:${port}`,
    output: () => output,
    child,
    ended,
    stop: () => {
      child.kill("SIGTERM");
      return ended;
    },
  };
}

/** Resolves when the program has printed its address; rejects with its output when it ends before. */
export function started(program: Program): Promise<void> {
  return new Promise((resolve, reject) => {
    const look = () => {
      if (program.output().includes("学会已启动")) resolve();
    };
    program.child.stdout?.on("data", look);
    look();
    void program.ended.then((code) =>
      reject(new Error(`ended with ${code}:\n${program.output()}`)),
    );
  });
}

/** Stops it; rejects with its output when that was no orderly end. */
export async function endedWell(program: Program): Promise<void> {
  const code = await program.stop();
  if (code !== 0) throw new Error(`the program ended with ${code}:\n${program.output()}`);
}
