import type { ActivityInfo } from "../../activity/wire.ts";

/** Of an activity, what its sign-up needs. */
export type Facts = Omit<ActivityInfo, "content" | "agenda" | "teachers">;
