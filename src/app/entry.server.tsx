import { renderToString } from "react-dom/server";
import { type EntryContext, ServerRouter } from "react-router";
import { newNonce } from "../server/pages.ts";
import { NonceContext } from "../site/nonce.ts";

/**
 * Renders the whole document before answering: the finished HTML is what is hashed for the CSP,
 * compressed and cached (architecture 2a). Nothing is left to stream, so the plain string renderer
 * does, at half the cost of the streaming one; the loaders' data is handed over as React Router's
 * StreamTransfer would, in scripts of the same text. The nonce leaves by a header that server/pages
 * removes.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
): Promise<Response> {
  const nonce = newNonce();
  const { serverHandoffStream, ...context } = routerContext;
  const data = serverHandoffStream ? await new Response(serverHandoffStream).text() : "";
  const html = renderToString(
    <NonceContext value={nonce}>
      <ServerRouter context={context} url={request.url} nonce={nonce} />
    </NonceContext>,
  );
  headers.set("content-type", "text/html; charset=utf-8");
  headers.set("x-script-nonce", nonce);
  return new Response(withHandoff(html, data, nonce), { status, headers });
}

const CONTROLLER = "window.__reactRouterContext.streamController";

function withHandoff(html: string, data: string, nonce: string): string {
  const document = html.startsWith("<!") ? html : `<!DOCTYPE html>${html}`;
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

/** Text that may stand inside a script element whatever it holds. */
const escapeScript = (json: string): string =>
  json.replace(/[&><\u2028\u2029]/g, (character) => ESCAPES[character] ?? character);
