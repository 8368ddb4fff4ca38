import fs from "node:fs";
import type { Figure } from "./figures.ts";
import { getOk, startProgram } from "./program.ts";

const PROCESSES = 2;
const START_GOAL_SECONDS = 1.5;
const IDLE_GOAL_MB = 150;
/** Enough for every process to have answered some. */
const VISITS = 60;

/** Memory of a Node process that is its own: what it shares counts in parts (PSS), in MB. */
const ownMb = (pid: number): number =>
  Number(/^Pss:\s+(\d+)/m.exec(fs.readFileSync(`/proc/${pid}/smaps_rollup`, "utf8"))?.[1]) / 1024;

/** Processes of the program below its first one. */
const workersOf = (pid: number): number[] =>
  fs
    .readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8")
    .trim()
    .split(" ")
    .map(Number)
    .filter((child) => /main\.ts/.test(fs.readFileSync(`/proc/${child}/cmdline`, "utf8")));

/** A start on a directory that has its data, and the memory of a process after its first visitors. */
export async function measureStart(
  dataDir: string,
  env: Record<string, string>,
  source: string,
): Promise<Figure[]> {
  const began = performance.now();
  const program = await startProgram(dataDir, { ...env, WORKERS: String(PROCESSES) });
  const seconds = (performance.now() - began) / 1_000;
  try {
    for (let nth = 0; nth < VISITS; nth++) await getOk(`${program.origin}/?`);
    const most = Math.max(...workersOf(program.pid).map(ownMb));
    return [
      {
        name: "second start, two processes",
        figure: `${seconds.toFixed(1)} s`,
        goal: `<= ${START_GOAL_SECONDS} s`,
        isMet: seconds <= START_GOAL_SECONDS,
        source,
      },
      {
        name: "memory of a process after its first visitors",
        figure: `${most.toFixed(0)} MB, the first one ${ownMb(program.pid).toFixed(0)}`,
        goal: `<= ${IDLE_GOAL_MB} MB`,
        isMet: most <= IDLE_GOAL_MB,
        source,
      },
    ];
  } finally {
    await program.stop();
  }
}
