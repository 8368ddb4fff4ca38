import { readToken } from "../../site/token.ts";
import { ApiError, report } from "../http.ts";
import { notify } from "../notify.ts";
import { askRelogin } from "../session-gate.ts";

const TIMEOUT_MS = 60_000;

type Query = Record<string, string | undefined>;

/** POSTs a form and saves the workbook that is answered; failures are shown. True when it was saved. */
export const saveFile = (path: string, query: Query, title: string): Promise<boolean> =>
  keep("POST", path, query, `${title}_${Date.now()}.xlsx`, "已导出");

/** Saves the zip that a GET answers; failures are shown. True when it was saved. */
export const saveZip = (path: string, query: Query, title: string): Promise<boolean> =>
  keep("GET", path, query, `${title}_${Date.now()}.zip`, "已下载");

async function keep(
  method: "GET" | "POST",
  path: string,
  query: Query,
  name: string,
  done: string,
): Promise<boolean> {
  try {
    const blob = await fetchFile(method, path, query);
    const link = document.createElement("a");
    link.href = URL.createObjectURL(blob);
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), TIMEOUT_MS);
    notify.success(`${done} ${link.download}`);
    return true;
  } catch (error) {
    report(error);
    return false;
  }
}

async function fetchFile(method: "GET" | "POST", path: string, query: Query): Promise<Blob> {
  const form = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) if (value) form.set(key, value);
  const isPost = method === "POST";
  const response = await fetch(`/prod-api${path}${isPost ? "" : `?${form}`}`, {
    method,
    headers: { authorization: `Bearer ${readToken() ?? ""}` },
    ...(isPost ? { body: form } : {}),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch((error: unknown) => {
    const isSlow = error instanceof DOMException && error.name === "TimeoutError";
    throw new ApiError(0, isSlow ? "系统接口请求超时" : "后端接口连接异常");
  });
  if (!response.ok) throw new ApiError(response.status, `系统接口${response.status}异常`);
  // The contract tells a refusal from a file by its type alone.
  if (!response.headers.get("content-type")?.startsWith("application/json")) {
    return response.blob();
  }
  const { code, msg } = (await response.json()) as { code: number; msg: string };
  if (code === 401 && (await askRelogin())) return fetchFile(method, path, query);
  throw new ApiError(code, msg);
}
