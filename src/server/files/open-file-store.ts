import type { Env } from "../start/env.ts";
import { type FileStore, localStore } from "./file-store.ts";

/** The store that the environment asks for. */
export async function openFileStore(env: Pick<Env, "dataDir" | "s3">): Promise<FileStore> {
  if (!env.s3) return localStore(env.dataDir);
  // The client is large: only installations that use it load it.
  const { s3Store } = await import("./file-store-s3.ts");
  return s3Store(env.s3);
}
