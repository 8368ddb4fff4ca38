import { createHash } from "node:crypto";
import { parseDateTime } from "../../../lib/text/dates.ts";
import type { NoticeFacts } from "./wire.ts";

const DAY_MS = 86_400_000;

/** The setting site.notice (product 4.10); start and end are days or moments, Shanghai time. */
type Setting = {
  enabled?: string;
  mode?: string;
  start?: string;
  end?: string;
  title?: string;
  text?: string;
};

/** `until`: time in ms at which the answer changes, Infinity when it does not. */
type Shown = { notice: NoticeFacts | null; until: number };

const HIDDEN: Shown = { notice: null, until: Number.POSITIVE_INFINITY };

/**
 * Whether and how the notice is shown at `now` (ms). `force` always; `window` from the start to the
 * end, a day counted whole; anything else, an unreadable setting among it, never.
 */
export function noticeAt(now: number, setting: string, phone: string, href: string): Shown {
  const { enabled, mode, start = "", end = "", title = "", text = "" } = parse(setting);
  const id = createHash("sha256").update(setting).digest("hex").slice(0, 8);
  const notice: NoticeFacts = {
    id,
    mode: mode === "full" ? "full" : "box",
    title,
    start: start.slice(0, 10),
    end: end.slice(0, 10),
    text,
    phone,
    href,
  };
  if (enabled === "force") return { notice, until: Number.POSITIVE_INFINITY };
  const from = parseDateTime(start)?.getTime();
  const last = parseDateTime(end)?.getTime();
  if (enabled !== "window" || from === undefined || last === undefined) return HIDDEN;
  const until = end.trim().length > 10 ? last : last + DAY_MS;
  if (now < from) return { notice: null, until: from };
  return now < until ? { notice, until } : HIDDEN;
}

function parse(setting: string): Setting {
  try {
    const value: unknown = JSON.parse(setting);
    if (typeof value !== "object" || value === null) return {};
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, String(each)]));
  } catch {
    return {};
  }
}
