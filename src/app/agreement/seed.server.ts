import type { Db } from "../../db/client.ts";
import accessibility from "./accessibility.html?raw";
import privacy from "./privacy.html?raw";
import { agreement } from "./table.server.ts";
import userAgreement from "./user.html?raw";

export const order = 15;

/** A changed text is a new version with its own day: people agreed to the old one. */
const TEXTS = [
  { doc: "user", version: "2026-11", title: "用户协议", content: userAgreement },
  { doc: "privacy", version: "2026-11", title: "隐私政策", content: privacy },
  { doc: "accessibility", version: "2026-11", title: "无障碍说明", content: accessibility },
];
const EFFECTIVE = new Date("2026-11-01T00:00:00+08:00");

export async function base(db: Db): Promise<void> {
  await db
    .insert(agreement)
    .values(TEXTS.map((text) => ({ ...text, effectiveAt: EFFECTIVE })))
    .onConflictDoNothing();
}
