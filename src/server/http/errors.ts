import type { FastifyError, FastifyReply, FastifyRequest } from "fastify";
import { isUnreachable } from "../../db/client.ts";
import { LockWaitError } from "../../db/locks.ts";
import { causesOf, hasCode } from "../../lib/causes.ts";
import { DISK_FULL, isDiskFull, noteDiskFull } from "./disk-full.ts";

/** body `code` of a refusal; HTTP stays 200 (wire 0 and 1.4). */
export type RefusalCode = 401 | 403 | 404 | 500 | 601;

/**
 * A refusal with a Chinese text for the person and a detail for the log.
 * `fields` puts texts on form fields: `{phone: "请输入正确的11位手机号码"}`; `data` is what else the
 * page needs to go on, sent in their place.
 */
export class AppError extends Error {
  readonly refusal: RefusalCode;
  readonly detail: unknown;
  readonly fields: Record<string, string> | undefined;
  readonly data: Readonly<Record<string, unknown>> | undefined;
  constructor(
    message: string,
    options: {
      code?: RefusalCode;
      detail?: unknown;
      fields?: Record<string, string>;
      data?: Readonly<Record<string, unknown>>;
    } = {},
  ) {
    super(message);
    this.refusal = options.code ?? 500;
    this.detail = options.detail;
    this.fields = options.fields;
    this.data = options.data;
  }
}

/** Refuses with the first text as message and every text on its field; does nothing when all pass. */
export function refuseFields(checks: Record<string, string | undefined>): void {
  const wrong = Object.entries(checks).filter((entry): entry is [string, string] => !!entry[1]);
  const first = wrong[0];
  if (first) throw new AppError(first[1], { fields: Object.fromEntries(wrong) });
}

const UNKNOWN_ERROR = "系统未知错误，请反馈给管理员";
export const NOT_FOUND = "访问资源不存在";
/** A write that was made for another version than the record has (product 4.1). */
export const CONFLICT = "记录已被他人更新，请刷新后重试";
export const FORBIDDEN = "没有权限，请联系管理员授权";

/** 401 text of wire 1.4. */
export function unauthenticated(uri: string): AppError {
  return new AppError(`请求访问：${uri}，认证失败，无法访问系统资源`, { code: 401 });
}

type SchemaNode = { message?: string; title?: string; properties?: Record<string, SchemaNode> };

const BAD_REQUEST = "请求参数有误";

/** First bad field as the text its schema carries in `message`, else a plain one with its title. */
function fieldTexts(error: FastifyError): Record<string, string> {
  const texts: Record<string, string> = {};
  for (const issue of error.validation ?? []) {
    const { parentSchema } = issue as { parentSchema?: SchemaNode };
    const missing = (issue.params as { missingProperty?: string }).missingProperty;
    const name = missing ?? issue.instancePath.split("/").filter(Boolean)[0];
    const node = missing ? parentSchema?.properties?.[missing] : parentSchema;
    // No field at all: the body is missing, or no object.
    if (name === undefined || texts[name] !== undefined) continue;
    const plain = node?.title && `${node.title}${missing ? "不能为空" : "格式不正确"}`;
    texts[name] = node?.message ?? plain ?? BAD_REQUEST;
  }
  return texts;
}

/** The one place that knows envelopes and HTTP codes. */
export function handleError(
  error: FastifyError | AppError,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  if (error instanceof AppError) {
    if (error.detail !== undefined) request.log.info({ detail: error.detail }, error.message);
    return send(reply, error.refusal, error.message, error.data ?? error.fields);
  }
  if (error.validation) {
    const texts = fieldTexts(error);
    const [first] = Object.values(texts);
    return send(reply, 500, first ?? BAD_REQUEST, first === undefined ? undefined : texts, 400);
  }
  if (isDiskFull(error)) {
    noteDiskFull();
    request.log.error({ url: request.url }, "no space left");
    return send(reply, 500, DISK_FULL);
  }
  if (isUnreachable(error) || hasCode(error, BUSY)) {
    request.log.error({ err: error }, "database unreachable or busy");
    reply.header("retry-after", "5").code(503);
    return sendBody(reply, 503, "系统繁忙，请稍后再试");
  }
  const waited = causesOf(error).find((each) => each instanceof LockWaitError);
  if (waited) {
    request.log.warn({ err: waited, url: request.url }, "waited for a lock in vain");
    reply.header("retry-after", "5").code(503);
    return sendBody(reply, 503, waited.message);
  }
  if (hasCode(error, UNSTORABLE)) {
    request.log.info({ url: request.url }, "characters that the database takes nowhere");
    return send(reply, 500, "内容含有无法保存的字符，请检查后重试");
  }
  if (hasCode(error, OVERTAKEN)) {
    request.log.info({ url: request.url }, "another write came first");
    return send(reply, 500, "数据刚被他人修改，请刷新后重试");
  }
  if (error.statusCode === 429) return sendBody(reply.code(429), 429, "请求过于频繁，请稍后再试");
  if (error.code === "FST_REQ_FILE_TOO_LARGE") return send(reply, 500, error.message);
  if (error.statusCode !== undefined && error.statusCode < 500) {
    const isMissing = error.statusCode === 404;
    const text = isMissing ? NOT_FOUND : clientText(error);
    return send(reply, isMissing ? 404 : 500, text, undefined, error.statusCode);
  }
  request.log.error({ err: error }, "request failed");
  return send(reply, 500, UNKNOWN_ERROR);
}

function clientText(error: FastifyError): string {
  switch (error.code) {
    case "FST_ERR_CTP_INVALID_MEDIA_TYPE":
      return "不支持的请求格式";
    case "FST_ERR_CTP_BODY_TOO_LARGE":
      return "提交的内容过大";
    default:
      return "请求格式有误";
  }
}

/**
 * The database answers, and not now: too many connections, a lock or a statement that took too long, a
 * transaction that another one stood in the way of.
 */
const BUSY = /^(53300|55P03|57014|25P03|40P01|40001)$/;

/** foreign_key_violation, unique_violation: somebody else was faster by a moment. */
const OVERTAKEN = /^2350[35]$/;

/** character_not_in_repertoire: a NUL in a text, where no field has refused it before. */
const UNSTORABLE = /^22021$/;

/**
 * Calls below /prod-api carry HTTP 200 (wire 0); files, feeds and pages the real code. The
 * request line may hold a whole address.
 */
export const isCall = (url: string): boolean =>
  /^(?:https?:\/\/[^/?#]*)?\/prod-api(?:[/?]|$)/i.test(url);

function send(
  reply: FastifyReply,
  code: RefusalCode,
  msg: string,
  data?: Readonly<Record<string, unknown>>,
  status: number = code,
) {
  reply.code(isCall(reply.request.url) ? 200 : status);
  return sendBody(reply, code, msg, data);
}

/** Serialised here: an error must not pass through the route's success schema. */
function sendBody(
  reply: FastifyReply,
  code: number,
  msg: string,
  data?: Readonly<Record<string, unknown>>,
) {
  reply.header("content-type", "application/json");
  const body = data ? { code, msg, data } : { code, msg };
  return reply.serializer(JSON.stringify).send(body);
}
