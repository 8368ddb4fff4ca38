import { nextTicks } from "./cron.ts";

/** A tick this late is a misfire (Quartz's own threshold). */
const MISFIRE_MS = 60_000;

/** Missed ticks that are made up for in one go; the rest follows in the next. */
const MAX_TICKS = 100;

/** misfirePolicy of wire 5. */
const EVERY = "1";
const NONE = "3";

type Waiting = {
  cronExpression: string;
  misfirePolicy: string;
  /** The tick the job waits for. */
  nextTickAt: Date;
  /** Its runs come one after the other. */
  isAlone: boolean;
  /** One of them is under way or waits for its turn. */
  isBusy: boolean;
};

/** Ticks to fire now, and the one to wait for then; null: the line has ended. */
type Due = { fire: Date[]; next: Date | null };

/**
 * What a job whose time has come must do. Ticks that are a little late are all fired. Past a minute
 * the job's policy decides: every one at once, one for all of them (the default, and Quartz's), or
 * none. A job whose runs come one at a time waits while one is under way, and what it waited for is
 * late like anything else.
 */
export function dueTicks(job: Waiting, now: Date): Due {
  const { cronExpression, misfirePolicy, nextTickAt } = job;
  if (nextTickAt > now || (job.isAlone && job.isBusy)) return { fire: [], next: nextTickAt };
  const after = (from: Date) => nextTicks(cronExpression, 1, from)[0] ?? null;
  const isMisfire = now.getTime() - nextTickAt.getTime() > MISFIRE_MS;
  if (isMisfire && misfirePolicy === NONE) return { fire: [], next: after(now) };
  if (isMisfire && misfirePolicy !== EVERY) return { fire: [nextTickAt], next: after(now) };
  if (job.isAlone) return { fire: [nextTickAt], next: after(nextTickAt) };
  const fire: Date[] = [];
  let next: Date | null = nextTickAt;
  while (next && next <= now && fire.length < MAX_TICKS) {
    fire.push(next);
    next = after(next);
  }
  return { fire, next };
}
