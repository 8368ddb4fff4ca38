import { readToken } from "../../site/session/token.ts";
import { askRelogin } from "../account/session-gate.ts";
import { askProof, proofMethodOf } from "../account/step-up-gate.ts";
import { ApiError, report } from "../calls/http.ts";
import { notify } from "../calls/notify.ts";

const TIMEOUT_MS = 60_000;

/** Documents of a ZIP are drawn while it comes: thousands take minutes. */
const ZIP_TIMEOUT_MS = 30 * 60_000;

type Query = Record<string, string | undefined>;

const formOf = (query: Query) => {
  const form = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) if (value) form.set(key, value);
  return form;
};

/** Waits for a file and saves it; failures are shown. True when it was saved. */
async function keep(file: Promise<Blob>, save: (blob: Blob) => void): Promise<boolean> {
  try {
    save(await file);
    return true;
  } catch (error) {
    report(error);
    return false;
  }
}

/** POSTs a form and saves the workbook that is answered; failures are shown. True when it was saved. */
export const saveFile = (path: string, query: Query, title: string): Promise<boolean> =>
  keep(fetchFile(path, formOf(query)), (blob) => saveBlob(blob, title));

/** Saves the zip that a GET answers; failures are shown. True when it was saved. */
export const saveZip = (path: string, query: Query, title: string): Promise<boolean> =>
  keep(fetchFile(`${path}?${formOf(query)}`, undefined, ZIP_TIMEOUT_MS), (blob) =>
    saveBlob(blob, title, "zip"),
  );

/** Saves the PDF that a GET answers; failures are shown. True when it was saved. */
export const savePdf = (path: string, title: string): Promise<boolean> =>
  keep(fetchFile(path), (blob) => saveBlob(blob, title, "pdf"));

/** Hands a file to the browser, and says so. */
export function saveBlob(blob: Blob, title: string, suffix: "xlsx" | "zip" | "pdf" = "xlsx"): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = `${title}_${Date.now()}.${suffix}`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), TIMEOUT_MS);
  notify.success(`${suffix === "xlsx" ? "已导出" : "已下载"} ${link.download}`);
}

type FileBody = URLSearchParams | FormData | Readonly<Record<string, unknown>>;

/** As the request has it: what is no form goes as JSON. */
const sent = (
  body: FileBody,
): { method: string; body: BodyInit; headers?: Record<string, string> } =>
  body instanceof URLSearchParams || body instanceof FormData
    ? { method: "POST", body }
    : {
        method: "POST",
        body: JSON.stringify(body),
        headers: { "content-type": "application/json" },
      };

/** The file that a POST of this body answers, or a GET where there is none. @throws ApiError */
export async function fetchFile(
  path: string,
  body?: FileBody,
  timeoutMs = TIMEOUT_MS,
): Promise<Blob> {
  const { headers, ...init } = body ? sent(body) : { headers: {} };
  const response = await fetch(`/prod-api${path}`, {
    headers: { authorization: `Bearer ${readToken() ?? ""}`, ...headers },
    ...init,
    signal: AbortSignal.timeout(timeoutMs),
  }).catch((error: unknown) => {
    const isSlow = error instanceof DOMException && error.name === "TimeoutError";
    throw new ApiError(0, isSlow ? "系统接口请求超时" : "后端接口连接异常");
  });
  if (!response.ok) throw new ApiError(response.status, `系统接口${response.status}异常`);
  // The contract tells a refusal from a file by its type alone.
  if (!response.headers.get("content-type")?.startsWith("application/json")) {
    return response.blob();
  }
  const { code, msg, data } = (await response.json()) as {
    code: number;
    msg: string;
    data?: unknown;
  };
  if (code === 401 && (await askRelogin())) return fetchFile(path, body, timeoutMs);
  const proof = proofMethodOf(data);
  if (proof && (await askProof(proof))) return fetchFile(path, body, timeoutMs);
  throw new ApiError(code, msg);
}
