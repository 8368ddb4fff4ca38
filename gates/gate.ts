import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import type { Program } from "../e2e/program.ts";

/** Figures of a gate. A goal names a number and the most or least it may be. */
export type Measured = {
  /** How many things were tried. */
  n: number;
  /** How many of them went wrong. */
  failed: number;
  numbers: Record<string, number>;
};

export type Goal = { name: string; max?: number; min?: number };

export type Gate = {
  /** `--rounds N`, or the full size. */
  rounds: number;
  /** A directory that any user may enter and that is gone at the end. */
  directory: string;
  /** A line for the person who waits; standard output holds nothing but the result. */
  say(text: string): void;
  /** Runs at the end, also after a failure, the last one first. */
  atEnd(clean: () => unknown): void;
};

/** The machine lacks something: one line says it, and the gate is not met. */
export class Missing extends Error {}

type Options = {
  name: string;
  fullRounds: number;
  /** The whole gate ends after so long, met or not. */
  limitMinutes: number;
  goals: readonly Goal[];
};

/**
 * Runs a gate: prints one JSON line `{gate,n,failed,numbers}` and exits with 0 only when nothing
 * failed and every goal is met. Cleans up on an interrupt as well.
 */
export async function runGate(
  options: Options,
  measure: (gate: Gate) => Promise<Measured>,
): Promise<never> {
  const { name, goals } = options;
  const say = (text: string) => void process.stderr.write(`${text}\n`);
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), `xuehui-gate-${name}-`));
  fs.chmodSync(directory, 0o755);
  const cleaning: (() => unknown)[] = [
    () => fs.rmSync(directory, { recursive: true, force: true, maxRetries: 5 }),
  ];
  const clean = async () => {
    for (const each of cleaning.splice(0).reverse()) {
      try {
        await each();
      } catch (error) {
        say(`cleaning up: ${String(error)}`);
      }
    }
  };
  const finish = async (measured: Measured, problem?: string): Promise<never> => {
    await clean();
    console.log(JSON.stringify({ gate: name, ...measured }));
    const missed = goals.filter(({ name: key, max, min }) => {
      const value = measured.numbers[key] ?? Number.NaN;
      return !(value <= (max ?? value) && value >= (min ?? value));
    });
    for (const { name: key, max, min } of missed) {
      say(
        `not met: ${key} is ${measured.numbers[key]}, ${max === undefined ? `at least ${min}` : `at most ${max}`}`,
      );
    }
    if (problem) say(problem);
    process.exit(missed.length === 0 && measured.failed === 0 && !problem ? 0 : 1);
  };
  const broken = (problem: string) => finish({ n: 0, failed: 1, numbers: {} }, problem);
  const limit = setTimeout(
    () => void broken(`not over after ${options.limitMinutes} minutes`),
    options.limitMinutes * 60_000,
  );
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, () => void broken(`ended by ${signal}`));
  }
  try {
    const rounds = argument("rounds") ?? options.fullRounds;
    const measured = await measure({
      rounds,
      directory,
      say,
      atEnd: (each) => void cleaning.push(each),
    });
    clearTimeout(limit);
    return await finish(measured);
  } catch (error) {
    const problem =
      error instanceof Missing ? error.message : ((error as Error).stack ?? String(error));
    return broken(problem);
  }
}

/** Stops a program as an operator would; one that does not end is killed. @returns whether it ended well. */
export async function stopProgram(program: Program, limitMs = 30_000): Promise<boolean> {
  if (program.child.exitCode !== null) return program.child.exitCode === 0;
  const timer = setTimeout(() => program.child.kill("SIGKILL"), limitMs);
  const code = await program.stop();
  clearTimeout(timer);
  return code === 0;
}

/** The whole number of `--name N`. */
export function argument(name: string): number | undefined {
  const at = process.argv.indexOf(`--${name}`);
  if (at < 0) return undefined;
  const value = Number(process.argv[at + 1]);
  if (!Number.isInteger(value) || value < 0) throw new Missing(`--${name} wants a whole number`);
  return value;
}

/** Whether `--name` was given. */
export const flag = (name: string): boolean => process.argv.includes(`--${name}`);
