import os from "node:os";
import { monitorEventLoopDelay, performance } from "node:perf_hooks";

/** One process at work. Bytes, milliseconds, percents; the rates are those of the last `seconds`. */
export type ProcessFigures = {
  pid: number;
  host: string;
  /** Milliseconds since 1970. */
  startedAt: number;
  rss: number;
  heapUsed: number;
  heapTotal: number;
  external: number;
  /** How late the event loop was: the median and the worst of a hundred. */
  loopP50: number;
  loopP99: number;
  /** Share of the time in which the event loop worked. */
  utilisation: number;
  /** Of one core; several threads may be above 100. */
  cpu: number;
  /** Since the start. */
  requests: number;
  perSecond: number;
  seconds: number;
};

/** The histogram counts from timer to timer: this long is no delay. */
const RESOLUTION_MS = 20;

/** Two watchers may ask right after each other: a shorter span says nothing. */
const SHORTEST_MS = 1_500;

const round = (value: number, digits = 2) => Number(value.toFixed(digits));

/**
 * Measures this process until `stop`. `read` gives the figures of the span since it was last called;
 * `requests` counts since the start.
 */
export function measureProcess(requests: () => number): {
  read: () => ProcessFigures;
  stop: () => void;
} {
  const histogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  histogram.enable();
  const startedAt = Math.round(performance.timeOrigin);
  const delayAt = (percentile: number) =>
    histogram.count === 0
      ? 0
      : round(Math.max(0, histogram.percentile(percentile) / 1e6 - RESOLUTION_MS));
  const mark = () => ({
    at: performance.now(),
    cpu: process.cpuUsage(),
    loop: performance.eventLoopUtilization(),
    requests: requests(),
  });
  let last = mark();
  let kept: Pick<
    ProcessFigures,
    "loopP50" | "loopP99" | "utilisation" | "cpu" | "perSecond" | "seconds"
  >;

  const span = () => {
    const now = mark();
    const ms = now.at - last.at;
    const cpu = process.cpuUsage(last.cpu);
    kept = {
      loopP50: delayAt(50),
      loopP99: delayAt(99),
      utilisation: round(performance.eventLoopUtilization(now.loop, last.loop).utilization * 100),
      cpu: round((cpu.user + cpu.system) / 10 / ms),
      perSecond: round(((now.requests - last.requests) / ms) * 1_000),
      seconds: round(ms / 1_000, 1),
    };
    histogram.reset();
    last = now;
    return kept;
  };

  const read = () => {
    const isShort = kept !== undefined && performance.now() - last.at < SHORTEST_MS;
    const { rss, heapUsed, heapTotal, external } = process.memoryUsage();
    return {
      pid: process.pid,
      host: os.hostname(),
      startedAt,
      rss,
      heapUsed,
      heapTotal,
      external,
      requests: requests(),
      ...(isShort ? kept : span()),
    };
  };
  return { read, stop: () => void histogram.disable() };
}
