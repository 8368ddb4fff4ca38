import { readToken, removeToken } from "./token.ts";

const BASE = "/prod-api";

/** specification 7 and 9. */
const TIMEOUT_MS = 60_000;

/** Fixed texts of the error catalogue (specification 8); other codes show the server's own text. */
const CATALOGUE: Readonly<Record<number, string>> = {
  401: "认证失败，无法访问系统资源",
  403: "当前操作没有权限",
  404: "访问资源不存在",
};
const UNKNOWN = "系统未知错误，请反馈给管理员";
const OFFLINE = "后端接口连接异常";
const SLOW = "系统接口请求超时";

/**
 * A call that failed. `code` is the body's code, the HTTP status where that was not 2xx, or 0 when
 * nothing was answered. `message` is for the person; `fields` puts texts on form fields; `data` is
 * whatever else the refusal says. `isBare`: the answer was not ours, but that of a machine on the way, such as a proxy
 * whose server is away; it says nothing of what was asked for.
 */
export class ApiError extends Error {
  readonly code: number;
  readonly fields: Record<string, string> | undefined;
  /** `data` of the refusal as it came. */
  readonly data: unknown;
  readonly isBare: boolean;
  constructor(
    code: number,
    message: string,
    fields?: Record<string, string>,
    data?: unknown,
    isBare = false,
  ) {
    super(message);
    this.code = code;
    this.fields = fields;
    this.data = data;
    this.isBare = isBare;
  }
}

export type CallOptions = {
  /** Sent as JSON, a FormData as it is. */
  body?: unknown;
  /** Keys without a value are left out. */
  query?: Record<string, string | number | undefined>;
  /** false: no Authorization header (specification 7). */
  isToken?: boolean;
  /** The page asks by itself while nobody is at it: no sign of life for the session. */
  isUnattended?: boolean;
  /** Aborting rejects with an AbortError, which is no ApiError. */
  signal?: AbortSignal;
};

type Envelope = { code?: number; msg?: string; data?: unknown };

/**
 * Calls the API below /prod-api and returns the whole body (`{code, msg, data | rows, …}`). Codes 200
 * and 203 pass; everything else throws an ApiError. A dead token is forgotten on the spot.
 */
export async function callApi<T>(
  method: "GET" | "POST" | "PUT" | "DELETE",
  path: string,
  options: CallOptions = {},
): Promise<T> {
  const { body, signal } = options;
  const token = options.isToken === false ? undefined : readToken();
  const isForm = body instanceof FormData;
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(), TIMEOUT_MS);
  const onAbort = () => stop.abort();
  signal?.addEventListener("abort", onAbort);
  if (signal?.aborted) stop.abort();
  try {
    const response = await fetch(`${BASE}${path}${queryText(options.query)}`, {
      method,
      headers: {
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(options.isUnattended ? { "x-unattended": "1" } : {}),
        ...(body === undefined || isForm
          ? {}
          : { "content-type": "application/json;charset=UTF-8" }),
      },
      ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
      signal: stop.signal,
    });
    if (!response.ok) {
      const text = `系统接口${response.status}异常`;
      throw new ApiError(response.status, text, undefined, undefined, true);
    }
    const answer = (await response.json()) as Envelope;
    refuse(answer, token);
    return answer as T;
  } catch (error) {
    if (error instanceof ApiError) throw error;
    if (signal?.aborted) throw error;
    throw new ApiError(0, stop.signal.aborted ? SLOW : OFFLINE);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", onAbort);
  }
}

function refuse(answer: Envelope, token: string | undefined): void {
  const code = answer.code ?? 200;
  if (code === 200 || code === 203) return;
  // Another tab may have logged in again meanwhile: only the token that was refused is forgotten.
  if (code === 401 && token && readToken() === token) removeToken();
  throw new ApiError(
    code,
    CATALOGUE[code] ?? (answer.msg || UNKNOWN),
    fieldsOf(answer.data),
    answer.data,
  );
}

function fieldsOf(data: unknown): Record<string, string> | undefined {
  if (typeof data !== "object" || data === null) return undefined;
  const entries = Object.entries(data).filter(
    (entry): entry is [string, string] => typeof entry[1] === "string",
  );
  return entries.length > 0 ? Object.fromEntries(entries) : undefined;
}

function queryText(query: CallOptions["query"]): string {
  const given = new URLSearchParams();
  for (const [key, value] of Object.entries(query ?? {})) {
    if (value !== undefined && value !== "") given.set(key, String(value));
  }
  return given.size > 0 ? `?${given}` : "";
}

/** Nobody answered, or a machine before the server did. */
export const isUnanswered = ({ code, isBare }: ApiError): boolean => code === 0 || isBare;

/** The text to show for any failure. */
export const errorText = (error: unknown): string =>
  error instanceof ApiError ? error.message : UNKNOWN;
