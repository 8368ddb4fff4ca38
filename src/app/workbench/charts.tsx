const WIDTH = 112;
const HEIGHT = 38;
const GAP = 3;
const LOWEST = 2;

/** Bars for a few numbers, the last one set off. Drawn by hand: a chart library weighs more. */
export function Bars({ values, label }: { values: number[]; label: string }) {
  const most = Math.max(1, ...values);
  const width = (WIDTH - GAP * (values.length - 1)) / Math.max(1, values.length);
  return (
    <svg
      width={WIDTH}
      height={HEIGHT}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label={label}
    >
      {values.map((value, index) => {
        const height = Math.max(LOWEST, (value / most) * HEIGHT);
        const x = index * (width + GAP);
        return (
          <rect
            key={x}
            x={x}
            y={HEIGHT - height}
            width={width}
            height={height}
            rx={1.5}
            className={index === values.length - 1 ? "wb-bar-now" : "wb-bar"}
          />
        );
      })}
    </svg>
  );
}
