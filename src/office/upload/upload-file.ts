import type { Purpose } from "../../lib/upload/upload-rules.ts";
import { ApiError } from "../../site/session/http.ts";
import { readToken } from "../../site/session/token.ts";
import { isSamePerson } from "../account/same-person.ts";
import { askRelogin } from "../account/session-gate.ts";

const URL = "/prod-api/common/upload";

/** specification 8. */
const UPLOAD_FAILED = "上传失败, 请重试";

/** Of a purpose that is private: read by a link alone. */
const PRIVATE_URL = "/prod-api/common/oss/upload";

/**
 * Where an uploaded file is: `/profile/upload/…`, or the key of a private one, and the name it came with.
 * `url`: where this browser reads it for the next ten minutes.
 */
export type StoredFile = { fileName: string; originalFilename: string; url?: string };

type Options = {
  /** Share of the file that is under way, 0 to 1. */
  onProgress?: (share: number) => void;
  signal?: AbortSignal;
};

type Answer = { code?: number; msg?: string };

/**
 * Sends one file as the multipart field `file`; a dead session is asked for like in every call. No
 * time limit: a slow line may take its time, and whoever waits can stop it.
 * @throws ApiError with the server's reason, or 上传失败, 请重试; AbortError when it was stopped.
 */
export async function uploadFile(
  file: File,
  options: Options & { purpose?: Purpose | undefined } = {},
): Promise<StoredFile> {
  const { purpose, ...rest } = options;
  const answer = purpose
    ? await sendFile<Partial<StoredFile>>(PRIVATE_URL, file, { ...rest, fields: { purpose } })
    : await sendFile<Partial<StoredFile>>(URL, file, rest);
  const { fileName, originalFilename, url } = answer;
  if (!fileName) throw new ApiError(0, UPLOAD_FAILED);
  return {
    fileName,
    originalFilename: originalFilename ?? file.name,
    ...(purpose && url ? { url } : {}),
  };
}

/** The same to any call that takes one file, with other fields before it. Resolves with the answer. */
export async function sendFile<T>(
  url: string,
  file: File,
  options: Options & { fields?: Record<string, string> } = {},
): Promise<T> {
  if (!(await isSamePerson())) throw new ApiError(0, UPLOAD_FAILED);
  const answer = await send(url, file, options);
  const { code = 0, msg } = answer;
  if (code === 401 && (await askRelogin())) return sendFile<T>(url, file, options);
  if (code !== 200) throw new ApiError(code, plain(msg) || UPLOAD_FAILED);
  return answer as T;
}

/** fetch cannot tell how much has gone. */
function send(
  url: string,
  file: File,
  { onProgress, signal, fields = {} }: Options & { fields?: Record<string, string> },
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const stop = () => request.abort();
    const fail = (error: unknown) => {
      signal?.removeEventListener("abort", stop);
      reject(error);
    };
    const aborted = () => new DOMException("stopped", "AbortError");
    if (signal?.aborted) return fail(aborted());
    signal?.addEventListener("abort", stop);
    request.open("POST", url);
    request.responseType = "json";
    const token = readToken();
    if (token) request.setRequestHeader("Authorization", `Bearer ${token}`);
    request.upload.onprogress = ({ lengthComputable, loaded, total }) => {
      if (lengthComputable) onProgress?.(loaded / total);
    };
    request.onabort = () => fail(aborted());
    request.onerror = () => fail(new ApiError(0, UPLOAD_FAILED));
    request.onload = () => {
      signal?.removeEventListener("abort", stop);
      const answer: unknown = request.response;
      const isAnswer = request.status === 200 && typeof answer === "object" && answer !== null;
      resolve(isAnswer ? (answer as Answer) : {});
    };
    const body = new FormData();
    for (const [name, value] of Object.entries(fields)) body.append(name, value);
    body.append("file", file, file.name);
    request.send(body);
  });
}

/** The contract's text on size carries a line break as HTML. */
const plain = (text: string | undefined) => text?.replace(/<br\s*\/?>/g, "");

/** The address of an uploaded file for this browser (wire 1.8). */
export const addressOf = (fileName: string): string =>
  fileName.startsWith("/profile/") ? `/prod-api${fileName}` : fileName;
