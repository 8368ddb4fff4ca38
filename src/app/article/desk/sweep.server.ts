import type { Db } from "../../../db/client.ts";
import { sweepDesk } from "./service.server.ts";

export const sweep = (db: Db): Promise<void> => sweepDesk(db);
