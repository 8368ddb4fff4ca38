import { ApiError, type CallOptions, callApi } from "../../site/session/http.ts";
import { isSamePerson } from "../account/same-person.ts";
import { askRelogin } from "../account/session-gate.ts";
import { askProof, proofMethodOf } from "../account/step-up-gate.ts";
import { isAttended } from "./attention.ts";
import { notify } from "./notify.ts";

export { ApiError } from "../../site/session/http.ts";

type Method = "GET" | "POST" | "PUT" | "DELETE";

export type OfficeCallOptions = CallOptions & {
  /** true: the caller shows the failure itself (on fields, in a card). The log-in dialog still comes. */
  isQuiet?: boolean;
};

/** Not an answer of the server but a refusal of ours: the tab belongs to somebody else by now. */
const STRANGER = "已有其他账号在本浏览器登录，请刷新页面后再操作";

/**
 * Calls the API below /prod-api and returns the whole body. A call that is refused with 401 waits for
 * the log-in dialog and is then sent once more, and one that demands a proof of the person waits for that;
 * other failures are shown (wire 1.4) and thrown as ApiError.
 */
export async function call<T = unknown>(
  method: Method,
  path: string,
  { isQuiet = false, ...options }: OfficeCallOptions = {},
): Promise<T> {
  if (!(await isSamePerson())) throw new ApiError(0, STRANGER);
  try {
    return await callApi<T>(method, path, { isUnattended: !isAttended(), ...options });
  } catch (error) {
    const isDead = error instanceof ApiError && error.code === 401;
    if (isDead && (await askRelogin())) return call(method, path, { ...options, isQuiet });
    const proof = error instanceof ApiError ? proofMethodOf(error.data) : undefined;
    if (proof && (await askProof(proof))) return call(method, path, { ...options, isQuiet });
    if (!isQuiet && !isDead) report(error);
    throw error;
  }
}

/** Shows a failure as the contract says: by the body's code. An aborted call is none. */
export function report(error: unknown): void {
  if (!(error instanceof ApiError)) {
    if (!(error instanceof DOMException && error.name === "AbortError")) {
      notify.error("系统未知错误，请反馈给管理员");
    }
    return;
  }
  // No code at all (network) and all HTTP statuses are toasts as well.
  const isTransport = error.code === 0 || error.message.startsWith("系统接口");
  if (error.code === 401 && !isTransport) return;
  if (error.code === 601) notify.warning(error.message);
  else if (error.code === 500 || isTransport) notify.error(error.message);
  else notify.box(error.message);
}

/** Texts of a refusal by field, for a form; undefined when it named none. */
export const fieldTexts = (error: unknown): Record<string, string> | undefined =>
  error instanceof ApiError ? error.fields : undefined;
