import { BarChart, LineChart } from "echarts/charts";
import { GridComponent, LegendComponent, TooltipComponent } from "echarts/components";
import { init, use } from "echarts/core";
import { SVGRenderer } from "echarts/renderers";
import { useEffect, useRef } from "react";

use([BarChart, LineChart, GridComponent, LegendComponent, TooltipComponent, SVGRenderer]);

export type Series = { name: string; values: readonly number[] };

type Props = {
  names: readonly string[];
  series: readonly Series[];
  kind: "bar" | "stack" | "line";
  /** Names stand on the left, for long ones. */
  isLying?: boolean;
  height: number;
};

/** Apart in lightness as well as in colour. */
const COLOURS = ["--ink", "--good", "--warn", "--bad"] as const;

/** A drawing for the eyes alone: `ChartCard` says the same in a table. */
export function Chart({ names, series, kind, isLying = false, height }: Props) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!place.current) return;
    const style = getComputedStyle(place.current);
    const colour = (name: string) => style.getPropertyValue(name).trim();
    const chart = init(place.current, null, { renderer: "svg" });
    const text = { color: colour("--text-2"), fontFamily: style.fontFamily };
    const line = { lineStyle: { color: colour("--line") } };
    const named = {
      type: "category" as const,
      data: [...names],
      axisLabel: text,
      axisLine: line,
      axisTick: { show: false },
      inverse: isLying,
    };
    const counted = {
      type: "value" as const,
      minInterval: 1,
      axisLabel: text,
      splitLine: { lineStyle: { color: colour("--hair") } },
    };
    chart.setOption({
      animation: !matchMedia("(prefers-reduced-motion: reduce)").matches,
      color: COLOURS.map(colour),
      textStyle: text,
      tooltip: { trigger: "axis", confine: true },
      ...(series.length > 1 ? { legend: { textStyle: text, top: 0 } } : {}),
      grid: {
        left: 8,
        right: 16,
        top: series.length > 1 ? 36 : 12,
        bottom: 4,
        outerBoundsMode: "same",
      },
      xAxis: isLying ? counted : named,
      yAxis: isLying ? named : counted,
      series: series.map(({ name, values }) => ({
        name,
        type: kind === "line" ? ("line" as const) : ("bar" as const),
        data: [...values],
        barMaxWidth: 28,
        ...(kind === "stack" ? { stack: "all" } : {}),
      })),
    });
    const watch = new ResizeObserver(() => chart.resize());
    watch.observe(place.current);
    return () => {
      watch.disconnect();
      chart.dispose();
    };
  }, [names, series, kind, isLying]);
  return <div ref={place} className="fi-chart" aria-hidden style={{ height }} />;
}
