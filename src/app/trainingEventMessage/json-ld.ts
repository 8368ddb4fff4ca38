import type { ActivityInfo } from "../activity/wire.ts";

type Site = { origin: string; siteName: string };

const iso = (moment: string) => `${moment.replace(" ", "T")}+08:00`;

const MODES: Readonly<Record<string, string>> = {
  1: "https://schema.org/OfflineEventAttendanceMode",
  2: "https://schema.org/OnlineEventAttendanceMode",
  3: "https://schema.org/MixedEventAttendanceMode",
};

/** The activity as search engines read events. */
export function eventJsonLd(
  row: ActivityInfo,
  { origin, siteName }: Site,
): Record<string, unknown> {
  const url = `${origin}/trainingEventMessage?id=${row.id}`;
  const place = {
    "@type": "Place",
    name: row.place || row.city,
    address: [row.city, row.address].filter(Boolean).join(" ") || row.place,
  };
  return {
    "@context": "https://schema.org",
    "@type": "Event",
    name: row.title,
    description: row.summary,
    startDate: iso(row.startAt),
    endDate: iso(row.endAt),
    eventAttendanceMode: MODES[row.mode],
    eventStatus: `https://schema.org/Event${row.state === 5 ? "Cancelled" : "Scheduled"}`,
    location: row.mode === "2" ? { "@type": "VirtualLocation", url } : place,
    organizer: { "@type": "Organization", name: siteName, url: origin },
    url,
  };
}
