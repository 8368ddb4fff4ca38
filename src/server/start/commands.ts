import { connect, type Db } from "../../db/client.ts";
import type { Env } from "./env.ts";

/**
 * A command of `node src/main.ts <name> …`: gets a prepared database, prints to the console and
 * returns the exit code.
 */
export type Command = (db: Db, args: string[], env: Env) => Promise<number>;

const modules = import.meta.glob<Record<string, Command>>("../../app/**/command.server.ts", {
  eager: true,
});

/** Runs the export `<name>Command` of whichever slice has it; resolves with the exit code. */
export async function runCommand(
  name: string,
  databaseUrl: string,
  args: string[],
  env: Env,
): Promise<number> {
  const found = Object.values(modules).find((module) => `${name}Command` in module);
  const command = found?.[`${name}Command`];
  if (!command) {
    console.error(`没有这个命令：${name}`);
    return 1;
  }
  const database = connect(databaseUrl);
  try {
    return await command(database.db, args, env);
  } finally {
    await database.close();
  }
}
