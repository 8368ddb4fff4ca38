import { formatDateTime } from "#src/lib/text/dates.ts";
import { spanText } from "#src/site/activity/times.ts";
import type { DoorActivity } from "../activity/door/wire.ts";

/** When an activity takes place, and where. */
export const whenAndWhere = ({ startAt, endAt, place }: DoorActivity): string =>
  [spanText(formatDateTime(new Date(startAt)), formatDateTime(new Date(endAt))), place]
    .filter(Boolean)
    .join(" · ");
