import type { ReactNode } from "react";
import { Spark } from "./spark.tsx";

/** One number of a monitor with its course below. `show` writes a value as people read it. */
export function Figure({
  title,
  value,
  unit,
  note,
  course,
  most,
  show,
}: {
  title: string;
  value: string;
  unit?: string;
  note: ReactNode;
  course: readonly (number | undefined)[];
  most?: number | undefined;
  show: (value: number) => string;
}) {
  const known = course.filter((each) => each !== undefined);
  const last = known.at(-1);
  const highest = Math.max(...known);
  const words =
    last === undefined
      ? "正在收集"
      : `近 5 分钟最低 ${show(Math.min(...known))}，最高 ${show(highest)}，现在 ${show(last)}`;
  return (
    <section className="o-block fi-figure">
      <h2>{title}</h2>
      <p className="fi-number">
        {value} {unit && value !== "—" && <small>{unit}</small>}
      </p>
      <Spark values={course} most={most} label={`${title}：${words}`} />
      <p className="o-note fi-notes">
        <span>{note}</span>
        <span>{known.length > 1 ? `最高 ${show(highest)}` : "正在收集"}</span>
      </p>
    </section>
  );
}

/** A part of a whole: its words with a bar before them. Amber from 80, red from 90 percent. */
export function Meter({ percent }: { percent: number }) {
  const level = percent >= 90 ? "bad" : percent >= 80 ? "warn" : "good";
  return (
    <span className="fi-meter" data-level={level}>
      <span aria-hidden="true">
        <i style={{ width: `${Math.min(100, percent)}%` }} />
      </span>
      {percent.toFixed(1)}%
    </span>
  );
}

/** Names and values in one or two columns. */
export function Facts({ rows }: { rows: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <dl className="fi-facts">
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
