import { isSamePerson } from "#src/office/account/same-person.ts";
import { readToken } from "#src/site/session/token.ts";

/** The answer as it came: the page shows refusals as well. */
export type Sent = {
  status: number;
  ms: number;
  type: string;
  /** undefined: a file. */
  text: string | undefined;
  bytes: number;
};

/** Longer answers are cut: a page of 300,000 lines helps nobody. */
const MAX_SHOWN = 100_000;

/** Sends one call with the session of this page; throws when nothing is answered. */
export async function send(method: string, path: string, body: string | undefined): Promise<Sent> {
  if (!(await isSamePerson())) throw new Error("已有其他账号在本浏览器登录，请刷新页面后再操作");
  const token = readToken();
  const began = performance.now();
  const response = await fetch(`/prod-api${path}`, {
    method,
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(body === undefined ? {} : { "content-type": "application/json;charset=UTF-8" }),
    },
    ...(body === undefined ? {} : { body }),
  });
  const bytes = await response.arrayBuffer();
  const type = response.headers.get("content-type") ?? "";
  const isText = /json|text|xml|svg/.test(type);
  return {
    status: response.status,
    ms: Math.round(performance.now() - began),
    type,
    text: isText ? pretty(new TextDecoder().decode(bytes), type) : undefined,
    bytes: bytes.byteLength,
  };
}

function pretty(text: string, type: string): string {
  let shown = text;
  try {
    if (type.includes("json")) shown = JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    // As it is, then.
  }
  return shown.length > MAX_SHOWN
    ? `${shown.slice(0, MAX_SHOWN)}\n……（共 ${shown.length} 个字符，其余未显示）`
    : shown;
}
