import { useEffect } from "react";
import { ask } from "../calls/notify.ts";
import { atPause } from "../keys/typing.ts";
import { PROFILE } from "../menu/static-routes.ts";
import { readText, writeText } from "../settings/storage.ts";
import { openPath } from "../tabs/workspace.ts";
import type { Account } from "./account.ts";

/** wire 3.1; asked once in a browser tab. */
const KEY = "office-password-asked";

/** Asks to change an expired password, and leads to where that is done. */
export function usePasswordReminder({ isPasswordExpired, user }: Account): void {
  const text = isPasswordExpired ? "您的密码已过期，请尽快修改密码！" : undefined;
  useEffect(() => {
    const mark = `${user.userId}:${text}`;
    if (!text || readText("sessionStorage", KEY) === mark) return;
    return atPause(() => {
      writeText("sessionStorage", KEY, mark);
      void ask({ title: "安全提示", text, ok: "去修改" }).then((isSure) => {
        if (isSure) openPath(`${PROFILE}/resetPwd`);
      });
    });
  }, [text, user.userId]);
}
