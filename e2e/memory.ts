import fs from "node:fs";

/** The program's own processes: the first one and those it has forked, its database apart. */
export function processesOf(pid: number): number[] {
  const children = fs.readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8");
  const all = [pid, ...children.trim().split(" ").filter(Boolean).map(Number)];
  return all.filter((each) => contentOf(each, "cmdline").includes("main.ts"));
}

/** Resident memory of all its processes, in MB. */
export const residentMb = (pid: number): number =>
  processesOf(pid).reduce((sum, each) => sum + megabytes(each, "status", /VmRSS:\s+(\d+)/), 0);

/** Memory of one process; what it shares with others counts in parts (PSS), in MB. */
export const ownMb = (pid: number): number => megabytes(pid, "smaps_rollup", /^Pss:\s+(\d+)/m);

const megabytes = (pid: number, file: string, kilobytes: RegExp): number =>
  Number(kilobytes.exec(contentOf(pid, file))?.[1] ?? 0) / 1_024;

/** Empty for a process that has just ended. */
function contentOf(pid: number, file: string): string {
  try {
    return fs.readFileSync(`/proc/${pid}/${file}`, "utf8");
  } catch {
    return "";
  }
}
