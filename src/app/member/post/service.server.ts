import type { Db } from "#src/db/client.ts";
import { publishTags } from "#src/server/cache/tags.ts";

/** The page of leaders shows posts, their periods and the names of members: it is dropped when one changes. */
export const dropLeaders = (tx: Db): Promise<void> => publishTags(tx, ["entity:leader_post"]);
