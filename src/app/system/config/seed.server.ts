import { randomBytes } from "node:crypto";
import type { Db } from "#src/db/client.ts";
import type { Env } from "#src/server/start/env.ts";
import { SETTINGS } from "./settings.ts";
import { config } from "./table.server.ts";

export const order = 10;

/** A password that meets the policy of product 4.1 and nobody knows. */
export function randomPassword(): string {
  for (;;) {
    const text = randomBytes(15).toString("base64url");
    if (/[A-Z]/.test(text) && /[a-z]/.test(text) && /\d/.test(text)) return text;
  }
}

/** Values that differ from one installation to another. */
const ownValues = (env: Env): Readonly<Record<string, string>> => ({
  "sys.user.initPassword": randomPassword(),
  "sys.account.captchaEnabled": String(env.captchaEnabled ?? true),
});

export async function base(db: Db, env: Env): Promise<void> {
  const own = ownValues(env);
  await db
    .insert(config)
    .values(
      SETTINGS.map(({ key, name, initial, isPublic }) => ({
        configName: name,
        configKey: key,
        configValue: own[key] ?? initial ?? "",
        configType: "Y",
        isPublic: isPublic ?? false,
        createBy: "system",
      })),
    )
    .onConflictDoNothing();
}
