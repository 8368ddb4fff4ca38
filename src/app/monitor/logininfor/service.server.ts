import type { Db } from "#src/db/client.ts";
import { placeOf } from "#src/lib/address/address.ts";
import { loginLog } from "./table.server.ts";

type Entry = {
  userName: string;
  isSuccess: boolean;
  msg: string;
  client: { ipaddr: string; browser: string; os: string };
};

/** Length of the columns userName and msg (wire 5, "LoginLog"). */
const MAX_NAME = 50;
const MAX_TEXT = 255;

/** One row of the log-in log; a name that a stranger typed is cut and loses control characters. */
export async function writeLoginLog(
  db: Db,
  { userName, isSuccess, msg, client }: Entry,
): Promise<void> {
  await db.insert(loginLog).values({
    userName: Array.from(userName.replace(/\p{C}/gu, " ")).slice(0, MAX_NAME).join(""),
    status: isSuccess ? "0" : "1",
    msg: msg.slice(0, MAX_TEXT),
    ...client,
    ipaddr: client.ipaddr.slice(0, 128),
    loginLocation: placeOf(client.ipaddr),
  });
}
