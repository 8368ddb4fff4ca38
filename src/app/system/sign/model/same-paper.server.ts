import { and, eq, type SQL } from "drizzle-orm";
import type { member } from "#src/app/member/table.server.ts";
import type { sign } from "../table.server.ts";
import type { Sign } from "./rights.server.ts";

/** Rows with the same number on the same kind of paper: a passport and a card that share a number are of two. */
export const samePaper = (
  table: typeof member | typeof sign,
  { idIndex, idType }: Pick<Sign, "idIndex" | "idType">,
): SQL | undefined => and(eq(table.idIndex, idIndex ?? ""), eq(table.idType, idType));
