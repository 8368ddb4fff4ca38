import type { SealedColumn } from "#src/server/secrets/reseal.ts";
import { memberCorrection } from "./table.server.ts";

export const sealed: readonly SealedColumn[] = [
  {
    name: "identity",
    table: memberCorrection,
    id: memberCorrection.id,
    column: memberCorrection.idSealed,
  },
];
