import { PassThrough } from "node:stream";
import { renderToPipeableStream } from "react-dom/server";
import { type EntryContext, ServerRouter } from "react-router";
import { newNonce } from "../server/pages.ts";
import { NonceContext } from "../site/nonce.ts";

/**
 * Renders the whole document before answering: the finished HTML is what is hashed for the CSP,
 * compressed and cached (architecture 2a). The nonce leaves by a header that server/pages removes.
 */
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
): Promise<Response> {
  const nonce = newNonce();
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const sink = new PassThrough();
    sink.on("data", (chunk: Buffer) => chunks.push(chunk));
    sink.on("error", reject);
    sink.on("end", () => {
      headers.set("content-type", "text/html; charset=utf-8");
      headers.set("x-script-nonce", nonce);
      resolve(new Response(Buffer.concat(chunks), { status, headers }));
    });
    const { pipe } = renderToPipeableStream(
      <NonceContext value={nonce}>
        <ServerRouter context={routerContext} url={request.url} nonce={nonce} />
      </NonceContext>,
      {
        nonce,
        onAllReady: () => pipe(sink),
        onShellError: reject,
        onError: (error) => {
          console.error(error);
        },
      },
    );
  });
}
