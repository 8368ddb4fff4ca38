import { callApi } from "../../site/session/http.ts";
import { leaveDevice } from "../../site/session/leave-device.ts";
import { ask } from "../calls/notify.ts";
import { leaveFreely } from "../tabs/unsaved.ts";
import { releaseLock } from "./lock.ts";

/** Ends the session here and on the server, even where that cannot be reached, and goes to `to`. */
export async function endSession(to: string): Promise<void> {
  await callApi("POST", "/logout").catch(() => undefined);
  releaseLock();
  leaveDevice();
  leaveFreely();
  location.assign(to);
}

/** Logging out asks, then goes to /index (specification 2). */
export async function signOut(): Promise<void> {
  const isSure = await ask({
    title: "退出登录",
    text: "确定注销并退出系统吗？",
    ok: "退出登录",
  });
  if (isSure) await endSession("/index");
}
