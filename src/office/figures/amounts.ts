const UNITS = ["B", "KB", "MB", "GB", "TB"];

/** A size for people: `512 B`, `86 KB`, `1.2 MB`, `3.4 GB`. */
export function bytesText(bytes: number): string {
  let value = Math.max(0, bytes);
  let unit = 0;
  while (value >= 1_000 && unit < UNITS.length - 1) {
    value /= 1_024;
    unit++;
  }
  return `${unit < 2 ? Math.round(value) : value.toFixed(1)} ${UNITS[unit]}`;
}

/** `12,345`, with at most `digits` digits behind the point. */
export const countText = (value: number, digits = 0): string =>
  value.toLocaleString("zh-CN", { maximumFractionDigits: digits });

/** `3.25 ms`, `1.2 秒`, `4 分 10 秒`. */
export function durationText(ms: number): string {
  if (ms < 1_000) return `${countText(ms, ms < 10 ? 2 : ms < 100 ? 1 : 0)} ms`;
  if (ms < 60_000) return `${countText(ms / 1_000, 1)} 秒`;
  return `${Math.floor(ms / 60_000)} 分 ${Math.floor(ms / 1_000) % 60} 秒`;
}

/** The age of something that runs: `5 分钟`, `3 小时 12 分钟`, `12 天 4 小时`. */
export function ageText(seconds: number): string {
  const minutes = Math.floor(Math.max(0, seconds) / 60);
  if (minutes < 60) return `${minutes} 分钟`;
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return `${hours} 小时 ${minutes % 60} 分钟`;
  return `${Math.floor(hours / 24)} 天 ${hours % 24} 小时`;
}

/** Part of a whole in percent; undefined of nothing. */
export const percentOf = (part: number, whole: number): number | undefined =>
  whole > 0 ? (part / whole) * 100 : undefined;

export const percentText = (percent: number | undefined): string =>
  percent === undefined ? "—" : `${percent.toFixed(1)}%`;
