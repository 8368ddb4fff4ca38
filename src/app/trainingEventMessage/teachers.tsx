import type { ActivityInfo } from "../activity/wire.ts";

/** Who teaches, each with the own page. */
export function Teachers({ rows }: { readonly rows: ActivityInfo["teachers"] }) {
  if (rows.length === 0) return null;
  return (
    <section aria-labelledby="teachers">
      <h2 id="teachers">师资</h2>
      <ul className="event-teachers">
        {rows.map(({ id, teacherName, title, unit, intro }) => (
          <li key={id}>
            <h3>
              <a href={`/teachersImg?id=${id}`}>{teacherName}</a>
            </h3>
            <p className="event-note">{[title, unit].filter(Boolean).join(" · ")}</p>
            <p>{intro}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
