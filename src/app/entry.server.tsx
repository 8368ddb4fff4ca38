import { renderToString } from "react-dom/server";
import {
  type EntryContext,
  type HandleErrorFunction,
  type RouterContextProvider,
  ServerRouter,
} from "react-router";
import { isUnreachable } from "../db/client.ts";
import { pageContext } from "../server/pages/page-context.ts";
import { newNonce } from "../server/pages/pages.ts";
import { NonceContext } from "../site/shell/nonce.ts";

/**
 * Renders the whole document before answering: the finished HTML is what is hashed for the CSP,
 * compressed and cached (decision 2). Nothing is left to stream, so the string renderer does, at
 * half the cost of the streaming one; the loaders' data is handed over as React Router's
 * StreamTransfer would, in scripts of the same text. The document goes to server/pages as the string
 * it is: as the body of the Response it would be encoded, streamed and decoded for nothing.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  provider: RouterContextProvider,
): Promise<Response> {
  const nonce = newNonce();
  const { serverHandoffStream, ...context } = routerContext;
  const data = serverHandoffStream ? await textOf(serverHandoffStream) : "";
  const html = renderToString(
    <NonceContext value={nonce}>
      <ServerRouter context={context} url={request.url} nonce={nonce} />
    </NonceContext>,
  );
  provider.get(pageContext).page.document = { html: withHandoff(html, data, nonce), nonce };
  return new Response(null, { status, headers });
}

/**
 * A loader or a page failed, with what is no answer: without its database a page is none at all.
 * Without this React Router prints the error with all that it holds.
 */
export const handleError: HandleErrorFunction = (error, { request, context: provider }) => {
  if (request.signal.aborted) return;
  const { context, page } = provider.get(pageContext);
  page.failure = error;
  if (!isUnreachable(error)) context.log.error({ err: error, url: request.url }, "page failed");
};

async function textOf(stream: ReadableStream<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks).toString("utf8");
}

const LATER = '<link rel="modulepreload" fetchpriority="low"';
const CONTROLLER = "window.__reactRouterContext.streamController";

function withHandoff(html: string, data: string, nonce: string): string {
  const whole = html.startsWith("<!") ? html : `<!DOCTYPE html>${html}`;
  // Reading needs the styles first: on a slow line the scripts would share it with them.
  const document = whole.replaceAll('<link rel="modulepreload"', LATER);
  if (!data) return document;
  const script = (code: string) => `<script nonce="${nonce}">${code}</script>`;
  const handoff =
    script(`${CONTROLLER}.enqueue(${escapeScript(JSON.stringify(data))});`) +
    script(`${CONTROLLER}.close();`);
  const end = document.lastIndexOf("</body>");
  return document.slice(0, end) + handoff + document.slice(end);
}

const ESCAPES: Record<string, string> = {
  "&": "\\u0026",
  ">": "\\u003e",
  "<": "\\u003c",
  "\u2028": "\\u2028",
  "\u2029": "\\u2029",
};

/** Any text, made safe to stand inside a script element. */
const escapeScript = (json: string): string =>
  json.replace(/[&><\u2028\u2029]/g, (character) => ESCAPES[character] ?? character);
