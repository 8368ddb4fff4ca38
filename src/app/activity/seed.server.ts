import type { Db } from "#src/db/client.ts";
import { demoActivities } from "./demo/activities.server.ts";

/** After the teachers, whom the activities name, and the accounts of the demo. */
export const order = 80;

export const demo = (db: Db): Promise<void> => demoActivities(db);
