import { ownMb, processesOf } from "../e2e/memory.ts";
import type { Figure } from "./figures.ts";
import { getOk, startProgram } from "./program.ts";

const PROCESSES = 2;
const START_GOAL_SECONDS = 1.5;
const IDLE_GOAL_MB = 150;
/** Enough for every process to have answered some. */
const VISITS = 60;

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
    const [first = 0, ...workers] = processesOf(program.pid).map(ownMb);
    const most = Math.max(...workers);
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
        figure: `${most.toFixed(0)} MB, the first one ${first.toFixed(0)}`,
        goal: `<= ${IDLE_GOAL_MB} MB`,
        isMet: most <= IDLE_GOAL_MB,
        source,
      },
    ];
  } finally {
    await program.stop();
  }
}
