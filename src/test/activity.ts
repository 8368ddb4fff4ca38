import { findAccount } from "../app/login/session.server.ts";
import type { TestApp } from "./app.ts";

const HOUR = 3_600_000;

/** A time in Shanghai that number of hours from now, as forms send it. */
export const shanghai = (hours: number): string =>
  new Date(Date.now() + (hours + 8) * HOUR).toISOString().slice(0, 19).replace("T", " ");

/** The administrator as services take the person who acts. */
export async function administrator(it: TestApp) {
  const { token } = await it.as("admin");
  const account = await findAccount(it.db, token, false);
  if (!account) throw new Error("no account");
  return { account, ip: "127.0.0.1" };
}
