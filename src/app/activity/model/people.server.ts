import type { SQL } from "drizzle-orm";
import type { Actor } from "#src/server/flow/flow.ts";
import { type Owner, ownEntries } from "./owner.server.ts";

/** Who takes a step with an entry: its owner, or staff whose route asked for the permission. */
export type EntryPerson = Actor & { owner?: Owner };

/** Entries that the person may take a step with: their own; staff reach all. */
export const within = ({ owner }: EntryPerson): SQL | undefined => owner && ownEntries(owner);
