import { call } from "../calls/http.ts";
import { updateAccount } from "./account.ts";

/** What the forms of one's own password hold. */
export type OwnPassword = { oldPassword: string; newPassword: string; confirmPassword: string };

/** Fields that a refusal may name. */
export const OWN_PASSWORD_NAMES = ["oldPassword", "newPassword"] as const;

/** Changes it; whoever was reminded to is reminded no more. @throws ApiError */
export async function changeOwnPassword({ oldPassword, newPassword }: OwnPassword): Promise<void> {
  const body = { oldPassword, newPassword };
  await call("PUT", "/system/user/updPassword", { body, isQuiet: true });
  updateAccount({ isDefaultModifyPwd: false, isPasswordExpired: false });
}
