import { createServer, type Socket, connect as to } from "node:net";

/** A line to a server that can be cut or fall silent. */
export type FaultLine = {
  port: number;
  /** Open connections carry nothing any more and are not closed; new ones work. */
  silence(): void;
  /** New connections fall silent too. */
  silenceAll(): void;
  /** Everything is closed, and new connections are refused. */
  cut(): Promise<void>;
  mend(): Promise<void>;
};

/** Opens a line from a free port to the given one; cut it at the end. */
export async function openFaultLine(port: number): Promise<FaultLine> {
  const pairs = new Set<[Socket, Socket]>();
  let isSilent = false;
  const silence = () => {
    for (const pair of pairs) for (const each of pair) each.pause().unpipe();
  };
  const server = createServer((near) => {
    const far = to(port, "127.0.0.1");
    const pair: [Socket, Socket] = [near, far];
    pairs.add(pair);
    const close = () => {
      pairs.delete(pair);
      for (const each of pair) each.destroy();
    };
    for (const each of pair) each.on("error", close).on("close", close);
    near.pipe(far);
    far.pipe(near);
    if (isSilent) silence();
  });
  const listen = (on: number) =>
    new Promise<void>((resolve) => server.listen(on, "127.0.0.1", resolve));
  const cut = async () => {
    if (!server.listening) return;
    const closed = new Promise((resolve) => server.close(resolve));
    for (const pair of pairs) for (const each of pair) each.destroy();
    await closed;
  };
  await listen(0);
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return {
    port: address.port,
    silence,
    silenceAll: () => {
      isSilent = true;
      silence();
    },
    cut,
    mend: async () => {
      isSilent = false;
      await cut();
      await listen(address.port);
    },
  };
}
