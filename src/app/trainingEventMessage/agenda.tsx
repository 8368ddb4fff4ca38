import { dayInWords } from "#src/lib/text/dates.ts";
import { weekday } from "#src/site/activity/times.ts";
import type { ActivityInfo } from "../activity/wire.ts";

/** What is on when, by day. */
export function Agenda({ items }: { readonly items: ActivityInfo["agenda"] }) {
  if (items.length === 0) return null;
  const days = [...new Set(items.map(({ day }) => day))];
  return (
    <section aria-labelledby="agenda">
      <h2 id="agenda">议程</h2>
      {days.map((day) => (
        <div key={day} className="event-day">
          <h3>
            {dayInWords(day)}（{weekday(day)}）
          </h3>
          <ol>
            {items
              .filter((item) => item.day === day)
              .map(({ from, to, title, speaker, place }) => (
                <li key={`${from}${title}`}>
                  <span>{to ? `${from}—${to}` : from}</span>
                  <div>
                    <p>{title}</p>
                    {speaker || place ? (
                      <p className="event-note">{[speaker, place].filter(Boolean).join(" · ")}</p>
                    ) : null}
                  </div>
                </li>
              ))}
          </ol>
        </div>
      ))}
    </section>
  );
}
