import path from "node:path";
import { databaseUrlOf } from "../e2e/database.ts";
import { freePort, launch, type Program, started } from "../e2e/program.ts";
import { type Gate, stopProgram } from "./gate.ts";

/** Starts the program on a free port; it is stopped at the end of the gate. */
export async function startProgram(gate: Gate, env: Record<string, string>): Promise<Program> {
  const program = launch({ PORT: String(await freePort()), DEMO: "off", ...env });
  gate.atEnd(() => stopProgram(program));
  await started(program);
  return program;
}

/** The same on a data directory and a database of its own, with two processes. */
export async function startSite(
  gate: Gate,
  env: Record<string, string> = {},
): Promise<{ program: Program; dataDir: string; databaseUrl: string }> {
  const dataDir = path.join(gate.directory, "data");
  const program = await startProgram(gate, { DATA_DIR: dataDir, WORKERS: "2", ...env });
  return { program, dataDir, databaseUrl: databaseUrlOf(dataDir) };
}
