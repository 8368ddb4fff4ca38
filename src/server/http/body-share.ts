import { Transform } from "node:stream";
import type { FastifyReply, FastifyRequest, preParsingHookHandler } from "fastify";

/** What bodies that are kept in memory may take: all together in a process, and those of one address. */
const SHARE = { allBytes: 96 * 1024 * 1024, addressBytes: 32 * 1024 * 1024 };

/** Bodies up to this size are not counted: a thousand of them are as large as the share. */
const SMALL_BYTES = 32 * 1024;

/** Only what has come counts: who announces much and sends nothing takes nothing from the others. */
export function shareMemory(share = SHARE): preParsingHookHandler {
  let all = 0;
  const byAddress = new Map<string, number>();
  const take = (address: string, bytes: number) => {
    all += bytes;
    const held = (byAddress.get(address) ?? 0) + bytes;
    if (held > 0) byAddress.set(address, held);
    else byAddress.delete(address);
    return all <= share.allBytes && held <= share.addressBytes;
  };
  return (request: FastifyRequest, reply: FastifyReply, payload, done) => {
    const { headers, ip } = request;
    const isSmall =
      headers["transfer-encoding"] === undefined &&
      Number(headers["content-length"] ?? 0) <= SMALL_BYTES;
    // Files go to disk as they come.
    const isForm = /^multipart\//i.test(headers["content-type"] ?? "");
    if (isSmall || isForm) return done(null, payload);
    let counted = 0;
    const counter = new Transform({
      transform(chunk: Buffer, _encoding, pass) {
        counted += chunk.length;
        if (take(ip, chunk.length)) pass(null, chunk);
        else pass(Object.assign(new Error("bodies take all their memory"), { statusCode: 429 }));
      },
    });
    // The text lives as long as the call that was made of it.
    reply.raw.once("close", () => take(ip, -counted));
    payload.once("error", (error) => counter.destroy(error));
    payload.once("aborted", () => counter.destroy());
    done(null, payload.pipe(counter));
  };
}
