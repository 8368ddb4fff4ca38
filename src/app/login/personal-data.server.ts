import { desc, eq } from "drizzle-orm";
import { formatDateTime } from "../../lib/text/dates.ts";
import type { PersonalPart } from "../../server/personal/personal-data.ts";
import { resetTicket } from "../forgetPassword/table.server.ts";
import { loginLog } from "../monitor/logininfor/table.server.ts";
import { user } from "../system/user/table.server.ts";
import { mfaTicket, userTotp } from "./mfa/table.server.ts";
import { clearPersonFailures } from "./service.server.ts";
import { closeSessionsOf } from "./session.server.ts";
import { session } from "./table.server.ts";

/** As many as a person reads through. */
const MOST = 1_000;

/**
 * Where one is logged in, and when one was. The log of log-ins is kept as long as the law on network security
 * asks for (product 7.1): it names the account by its user name, which is nobody's once the account is closed.
 */
export const part: PersonalPart = {
  name: "logins",
  title: "登录设备和登录记录",
  order: 80,
  columns: ["session.user_id", "user_totp.user_id", "mfa_ticket.user_id", "reset_ticket.user_id"],
  async read({ db }, userId) {
    const open = await db
      .select()
      .from(session)
      .where(eq(session.userId, userId))
      .orderBy(desc(session.id));
    const log = await db
      .select({ row: loginLog })
      .from(loginLog)
      .innerJoin(user, eq(user.userName, loginLog.userName))
      .where(eq(user.userId, userId))
      .orderBy(desc(loginLog.infoId))
      .limit(MOST);
    return [
      ...open.map((row) => ({
        类别: "登录中的设备",
        时间: formatDateTime(row.createdAt),
        网络地址: row.ipaddr,
        设备: [row.browser, row.os].filter(Boolean).join(" · "),
        结果: `最近使用 ${formatDateTime(row.lastSeenAt)}`,
      })),
      ...log.map(({ row }) => ({
        类别: "登录记录",
        时间: formatDateTime(row.loginTime),
        网络地址: row.ipaddr,
        设备: [row.browser, row.os].filter(Boolean).join(" · "),
        结果: row.msg,
      })),
    ];
  },
  async erase(tx, userId) {
    await closeSessionsOf(tx, userId);
    await tx.delete(mfaTicket).where(eq(mfaTicket.userId, userId));
    await tx.delete(userTotp).where(eq(userTotp.userId, userId));
    await tx.delete(resetTicket).where(eq(resetTicket.userId, userId));
    await clearPersonFailures(tx, userId);
    return [];
  },
};
