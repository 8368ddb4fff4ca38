import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useDeferredValue } from "react";
import { call } from "#src/office/calls/http.ts";
import { cronWords } from "./cron-words.ts";
import { PATH } from "./job.ts";

/** What a line means and when it fires next; the server works it out, as it will when it runs. */
export function NextTicks({ line }: { line: string }) {
  const asked = useDeferredValue(line.trim());
  const { data } = useQuery({
    queryKey: [PATH, "nextTimes", asked],
    enabled: asked !== "",
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      call<{ data: { error: string | null; times: string[] } }>(
        "GET",
        `${PATH}/nextTimes?cronExpression=${encodeURIComponent(asked)}`,
        { isQuiet: true, signal },
      ),
    meta: { isQuiet: true },
  });
  if (asked === "" || !data) return null;
  const { error, times } = data.data;
  const words = cronWords(asked);
  return (
    <div className="o-note jb-ticks" role="status">
      {error ?? (
        <>
          {words && <strong>{words}</strong>}
          <span>接下来执行：</span>
          <ol>
            {times.map((time) => (
              <li key={time}>{time}</li>
            ))}
          </ol>
        </>
      )}
    </div>
  );
}
