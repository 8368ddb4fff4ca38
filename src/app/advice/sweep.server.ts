import type { Db } from "../../db/client.ts";
import { readSetting } from "../system/config/service.server.ts";
import { eraseClosed } from "./service.server.ts";

const DEFAULT_DAYS = 365;

/** What was asked and answered is kept for as long as the setting says, and no longer. */
export async function sweep(db: Db): Promise<void> {
  const days = Number(await readSetting(db, "advice.keepDays"));
  await eraseClosed(db, days > 0 ? days : DEFAULT_DAYS);
}
