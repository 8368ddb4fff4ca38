import type { FastifyRequest } from "fastify";
import { isPhone } from "../../lib/people/phone.ts";
import { maskPersonal } from "../../lib/safe-log.ts";
import { SECRET_NAME } from "../../lib/secret-name.ts";

/** Length of operParam and jsonResult (wire 5). */
const MAX_TEXT = 2_000;

/** Of one value: the rest of a notice's text would push out the other values. */
const MAX_VALUE = 500;
/** Looked through for phone numbers and addresses: what is kept of it, and some more. */
const MAX_MASKED = 2 * MAX_VALUE;
const MAX_ENTRIES = 100;
const MAX_DEPTH = 5;
/** A longer answer is no answer to a write. */
const MAX_ANSWER = 100_000;

/**
 * Keys whose values the log leaves out: passwords, tokens, codes (wire 4.10), numbers of papers, and what a
 * masked field holds (crud/revealing.ts).
 */
const SECRET_KEY =
  /password|passwd|secret|captcha|recovery|token$|^(pwd|code|smscode|uuid|otp|totp|idno|revealed)$/i;
/** Files in a text, and the address that sets up a second factor. */
const SECRET_VALUE = /^(data|otpauth):/i;

/** A text of at most `max` UTF-16 units on one line, in characters that any store takes. */
export const clip = (text: string, max: number): string =>
  text
    .slice(0, max)
    .replace(/[\ud800-\udbff]$/, "")
    .toWellFormed()
    .replace(/\p{Cc}/gu, " ");

type Plain = Record<string, unknown>;

const isPlain = (value: unknown): value is Plain =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The value without its secrets, and no larger than a log needs. */
function tidy(value: unknown, depth = 0): unknown {
  if (typeof value === "string") {
    if (SECRET_VALUE.test(value)) return "…";
    // Masked before it is cut, or half a number would stay.
    const masked = maskPersonal(value.slice(0, MAX_MASKED));
    return masked.length > MAX_VALUE ? `${masked.slice(0, MAX_VALUE)}…` : masked;
  }
  // A phone number that somebody sent as a number.
  if (typeof value === "number" && isPhone(String(value))) return maskPersonal(String(value));
  if (typeof value !== "object" || value === null) return value;
  if (depth >= MAX_DEPTH) return "…";
  if (Array.isArray(value)) return value.slice(0, MAX_ENTRIES).map((each) => tidy(each, depth + 1));
  // A setting such as sys.user.initPassword: its name says that its value is a secret.
  const { configKey } = value as Plain;
  const isSecretSetting = typeof configKey === "string" && SECRET_NAME.test(configKey);
  const kept = Object.entries(value)
    .filter(([key]) => !SECRET_KEY.test(key) && !(isSecretSetting && key === "configValue"))
    .slice(0, MAX_ENTRIES)
    .map(([key, each]) => [maskPersonal(key), tidy(each, depth + 1)]);
  return Object.fromEntries(kept);
}

function parsed(text: string): Plain | undefined {
  try {
    return JSON.parse(text) as Plain;
  } catch {
    return undefined;
  }
}

/** An address with no phone or mail address in it, however they are written there. */
export function addressText(url: string): string {
  let plain = url;
  try {
    plain = decodeURIComponent(url);
  } catch {
    // Not encoded as it should be: looked through as it is.
  }
  const masked = maskPersonal(plain);
  return masked === plain ? maskPersonal(url) : masked;
}

/** What was asked, as JSON: path, query and body; parts of a multipart body are left out. */
export function paramsText(request: FastifyRequest): string {
  const { params, query, body } = request;
  const all: Plain = {
    ...(params as Plain),
    ...(query as Plain),
    ...(isPlain(body) ? body : Array.isArray(body) ? { body } : {}),
  };
  return Object.keys(all).length > 0 ? clip(JSON.stringify(tidy(all)), MAX_TEXT) : "";
}

/** The JSON of an answer: its code, its message, and the text to keep. undefined: a file, or none. */
export function resultOf(
  payload: unknown,
): { code: number; msg: string; text: string } | undefined {
  if (typeof payload !== "string" || !payload.startsWith("{") || payload.length > MAX_ANSWER) {
    return undefined;
  }
  const body = parsed(payload);
  if (!body) return undefined;
  const { code, ...rest } = body;
  const text = clip(JSON.stringify({ code, ...(tidy(rest) as Plain) }), MAX_TEXT);
  return { code: Number(code), msg: maskPersonal(String(rest.msg ?? "")), text };
}
