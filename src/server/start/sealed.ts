import type { SealedColumn } from "../secrets/reseal.ts";

const lists = import.meta.glob<readonly SealedColumn[]>("../../app/**/sealed.server.ts", {
  eager: true,
  import: "sealed",
});

/** Every column of sealed values, from all slices. */
export const sealedColumns: readonly SealedColumn[] = Object.values(lists).flat();
