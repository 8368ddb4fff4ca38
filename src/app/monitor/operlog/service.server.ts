import type { Db } from "#src/db/client.ts";
import type { LogMark } from "#src/server/log/oper-log.ts";
import type { Env } from "#src/server/start/env.ts";
import { appendOperations } from "./chain.server.ts";

/** Notes in the operation log what the program did by itself, as the last thing in its transaction. */
export const noteByProgram = (
  tx: Db,
  env: Env,
  [title, businessType]: LogMark,
  said: Readonly<Record<string, unknown>>,
): Promise<void> =>
  appendOperations({ env }, tx, [
    {
      title,
      businessType,
      method: "",
      requestMethod: "",
      userId: 0,
      operName: "system",
      operUrl: "",
      operIp: "",
      operParam: JSON.stringify(said),
      jsonResult: "",
      status: 0,
      errorMsg: "",
      operTime: new Date(),
      costTime: 0,
    },
  ]);
