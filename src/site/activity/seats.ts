import { useEffect, useState } from "react";
import { callApi } from "../session/http.ts";

/** Seats of an activity now; `left` null: as many as come; `closed`: why nobody can sign up. */
export type SeatsNow = { id: number; left: number | null; waiting: number; closed: string };

/** The pages are the same for everyone and are kept; the seats of now are filled in by the browser. */
export function useSeats(ids: readonly number[]): ReadonlyMap<number, SeatsNow> {
  const [seats, setSeats] = useState<ReadonlyMap<number, SeatsNow>>(new Map());
  const asked = ids.join(",");
  useEffect(() => {
    if (asked === "") return;
    const stop = new AbortController();
    const options = { query: { ids: asked }, isToken: false, signal: stop.signal };
    callApi<{ data: SeatsNow[] }>("GET", "/api/activity/activities/seats", options)
      .then(({ data }) => setSeats(new Map(data.map((each) => [each.id, each]))))
      // The page says what it knows without them.
      .catch(() => undefined);
    return () => stop.abort();
  }, [asked]);
  return seats;
}

/** 剩余 12 个名额, or why there are none; empty where there is no end of them. */
export function seatsText(seats: SeatsNow | undefined): string {
  if (!seats || seats.closed) return seats?.closed ?? "";
  if (seats.left === null) return "名额不限";
  if (seats.left > 0) return `剩余 ${seats.left} 个名额`;
  return seats.waiting > 0 ? `名额已满，${seats.waiting} 人候补` : "名额已满，可以候补";
}
