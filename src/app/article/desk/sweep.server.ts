import type { Db } from "#src/db/client.ts";
import { sweepDesk } from "./service.server.ts";

export const sweep = (db: Db): Promise<void> => sweepDesk(db);
