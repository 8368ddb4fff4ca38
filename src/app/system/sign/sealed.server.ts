import type { SealedColumn } from "#src/server/secrets/reseal.ts";
import { sign } from "./table.server.ts";

export const sealed: readonly SealedColumn[] = [
  { name: "identity", table: sign, id: sign.id, column: sign.idSealed },
];
