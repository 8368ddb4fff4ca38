import { execFile, spawnSync } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { rootDir } from "./program.ts";

// The gates in their smallest size: that they end by themselves, measure something and find nothing.
// Their full size is for a quiet machine before a release.

const run = promisify(execFile);

type Result = { code: number; line: string; said: string };

async function gate(name: string, ...args: string[]): Promise<Result> {
  const command = run(process.execPath, [`gates/${name}.ts`, ...args], { cwd: rootDir });
  const { stdout, stderr } = await command.catch(
    (error: { stdout: string; stderr: string }) => error,
  );
  const code = command.child.exitCode ?? -1;
  return { code, line: stdout.trim(), said: stderr };
}

test.each(["crash", "races"])(
  "gate:%s of one round loses nothing",
  { timeout: 240_000 },
  async (name) => {
    const { code, line, said } = await gate(name, "--rounds", "1");
    expect(JSON.parse(line), said).toMatchObject({ gate: name, failed: 0 });
    expect((JSON.parse(line) as { n: number }).n).toBeGreaterThan(0);
    expect(code).toBe(0);
  },
);

test("gate:restart of two rounds loses no request, and says so where nginx is missing", {
  timeout: 240_000,
}, async () => {
  const PATH = `${process.env.PATH}:/usr/sbin:/usr/local/sbin`;
  const hasNginx = !spawnSync("nginx", ["-v"], { env: { ...process.env, PATH } }).error;
  const { code, line, said } = await gate("restart", "--rounds", "2", "--rate", "50");
  expect(JSON.parse(line), said).toMatchObject({ gate: "restart", failed: hasNginx ? 0 : 1 });
  expect(code).toBe(hasNginx ? 0 : 1);
  if (!hasNginx) expect(said.trim()).toBe("no nginx: apt-get install nginx");
});

test("what is no number of rounds is refused in one line", async () => {
  const { code, said } = await gate("races", "--rounds", "-1");
  expect([code, said.trim()]).toEqual([1, "--rounds wants a whole number"]);
});
