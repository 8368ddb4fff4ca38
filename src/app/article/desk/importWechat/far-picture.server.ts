import dns from "node:dns/promises";
import https from "node:https";
import type { Readable } from "node:stream";
import { isPublicAddress } from "./public-address.ts";

/** Hosts of the pictures in articles of public accounts; nothing else is ever asked. */
const HOSTS: readonly string[] = ["mmbiz.qpic.cn", "mmbiz.qlogo.cn"];

const MAX_BYTES = 5 * 1024 * 1024;
const TIMEOUT_MS = 10_000;

type FarAnswer = { status: number; body: Readable };

export type FarOptions = {
  /** All addresses of a host. */
  resolve?: (host: string) => Promise<string[]>;
  /** One GET over TLS to this very address, with the host's name; never follows anything. */
  open?: (url: URL, address: string, signal: AbortSignal) => Promise<FarAnswer>;
};

const resolveHost = async (host: string): Promise<string[]> =>
  (await dns.lookup(host, { all: true })).map(({ address }) => address);

const openTls: NonNullable<FarOptions["open"]> = (url, address, signal) =>
  new Promise((resolve, reject) => {
    const request = https.get(
      {
        // The checked address: the name may resolve to another one a moment later.
        host: address,
        servername: url.hostname,
        path: `${url.pathname}${url.search}`,
        headers: { host: url.hostname, accept: "image/png,image/jpeg,image/gif" },
        signal,
        agent: false,
      },
      (response) => resolve({ status: response.statusCode ?? 0, body: response }),
    );
    request.on("error", reject);
  });

/** A picture's address on one of the hosts; undefined for any other address. */
export function farPictureUrl(text: string): URL | undefined {
  const url = URL.parse(text.startsWith("//") ? `https:${text}` : text);
  // Articles still name them by http; the hosts answer both.
  if (url?.protocol === "http:" && url.port === "") url.protocol = "https:";
  const isOurs =
    url?.protocol === "https:" &&
    HOSTS.includes(url.hostname) &&
    url.port === "" &&
    url.username === "" &&
    url.password === "";
  return isOurs ? url : undefined;
}

/**
 * Gets one picture, at most 5 MB within 10 s, over TLS from an allowed host that stands at a public
 * address. Redirects are refused. @throws for anything else than bytes.
 */
export async function getFarPicture(
  url: URL,
  { resolve = resolveHost, open = openTls }: FarOptions = {},
): Promise<Buffer> {
  if (!farPictureUrl(url.href)) throw new Error("host is not on the list");
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const addresses = await resolve(url.hostname);
  const [address] = addresses;
  // One closed address among them is a name that somebody plays with.
  if (!address || !addresses.every(isPublicAddress)) throw new Error("not a public address");
  const { status, body } = await open(url, address, signal);
  try {
    if (status !== 200) throw new Error(`answered ${status}`);
    const chunks: Buffer[] = [];
    let bytes = 0;
    for await (const chunk of body) {
      chunks.push(chunk as Buffer);
      bytes += (chunk as Buffer).length;
      if (bytes > MAX_BYTES) throw new Error("larger than 5 MB");
    }
    return Buffer.concat(chunks);
  } finally {
    body.destroy();
  }
}
