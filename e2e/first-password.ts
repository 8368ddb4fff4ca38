import { query } from "./database.ts";
import type { Program } from "./program.ts";

/** The first password of a journey's program, and the one that the administrator has set since. */
export const FIRST_PASSWORD = "First-Lantern-2026";
export const ADMIN_PASSWORD = "Journey-Lantern-2026";

type Answer = { code: number; msg: string; [key: string]: unknown };

/**
 * The administrator's first log-in, as a person does it: the first password opens nothing but the way
 * to another one. `databaseUrl`: where the answer of the captcha is read, if one is asked for.
 */
export async function changeFirstPassword(program: Program, databaseUrl: string): Promise<void> {
  const call = async (method: string, url: string, token: string, body?: object) => {
    const answer = await fetch(`${program.url}/prod-api${url}`, {
      method,
      headers: {
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(body ? { "content-type": "application/json" } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const read = (await answer.json()) as Answer;
    if (read.code !== 200) throw new Error(`${url}: ${read.msg}`);
    return read;
  };
  const asked = await call("GET", "/captchaImage", "");
  const uuid = String(asked.uuid ?? "");
  const code = asked.captchaEnabled ? await captchaAnswer(databaseUrl, uuid) : "";
  const login = { username: "admin", password: FIRST_PASSWORD, uuid, code };
  const token = String((await call("POST", "/login", "", login)).token);
  const info = await call("GET", "/getInfo", token);
  if (info.isDefaultModifyPwd !== true) throw new Error("the first password need not be changed");
  const change = { oldPassword: FIRST_PASSWORD, newPassword: ADMIN_PASSWORD };
  await call("PUT", "/system/user/updPassword", token, change);
  await call("POST", "/logout", token);
}

async function captchaAnswer(databaseUrl: string, uuid: string): Promise<string> {
  const asked = "select answer from captcha where uuid = $1";
  const [row] = await query<{ answer: string }>(databaseUrl, asked, [uuid]);
  return String(row?.answer);
}
