import type { SealedColumn } from "#src/server/secrets/reseal.ts";
import { member } from "./table.server.ts";

export const sealed: readonly SealedColumn[] = [
  { name: "identity", table: member, id: member.id, column: member.idSealed },
];
