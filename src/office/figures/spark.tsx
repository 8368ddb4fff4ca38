import { MOST_POINTS } from "./use-live.ts";

const WIDTH = 236;
const HEIGHT = 40;

/**
 * The course of one figure, the newest at the right edge: a line over a pale area. `most` is the
 * value at the upper edge; without one it follows the values. Drawn by hand: a chart library weighs
 * more than the page.
 */
export function Spark({
  values,
  most,
  label,
}: {
  values: readonly (number | undefined)[];
  most?: number | undefined;
  label: string;
}) {
  const known = values.filter((value) => value !== undefined);
  const top = most ?? Math.max(1, ...known) * 1.1;
  const step = WIDTH / (MOST_POINTS - 1);
  const spots = values.flatMap((value, index) => {
    if (value === undefined) return [];
    const x = WIDTH - (values.length - 1 - index) * step;
    const y = HEIGHT - (Math.min(value, top) / top) * (HEIGHT - 2) - 1;
    return [{ x: x.toFixed(1), y: y.toFixed(1) }];
  });
  const first = spots[0];
  const line = spots.map(({ x, y }) => `${x},${y}`).join(" ");
  return (
    <svg
      className="fi-spark"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      <path
        className="fi-grid"
        d={`M0 .5H${WIDTH}M0 ${HEIGHT / 2}H${WIDTH}M0 ${HEIGHT - 0.5}H${WIDTH}`}
      />
      {first && spots.length > 1 && (
        <>
          <polygon className="fi-area" points={`${first.x},${HEIGHT} ${line} ${WIDTH},${HEIGHT}`} />
          <polyline className="fi-line" points={line} />
        </>
      )}
    </svg>
  );
}
