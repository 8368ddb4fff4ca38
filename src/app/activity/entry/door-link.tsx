import { ScanOutlined } from "@ant-design/icons";
import { useQuery } from "@tanstack/react-query";
import { useCan } from "#src/office/account/can.tsx";
import { call } from "#src/office/calls/http.ts";
import { BarButton } from "#src/office/list/bar-button.tsx";
import type { DoorActivity } from "../door/wire.ts";

const DOOR = "/api/activity/door";
/** Doors open and close with the clock; who has come is heard of by the news. */
const LOOKS_EVERY_MS = 60_000;

/** Leads to the door (/checkin). Of the activities whose doors are open now it says how many have come. */
export function DoorLink() {
  const can = useCan();
  const isAllowed = can.permi(["activity:entry:checkIn"]);
  const { data } = useQuery({
    queryKey: [DOOR, "activities"],
    queryFn: ({ signal }) =>
      call<{ data: DoorActivity[] }>("GET", `${DOOR}/activities`, {
        signal,
        isQuiet: true,
        isUnattended: true,
      }),
    refetchInterval: LOOKS_EVERY_MS,
    enabled: isAllowed,
    meta: { isQuiet: true },
  });
  if (!isAllowed) return null;
  const now = Date.now();
  const open = (data?.data ?? []).filter(
    ({ opensAt, closesAt }) => opensAt <= now && now <= closesAt,
  );
  const only = open.length === 1 ? open[0] : undefined;
  const present = open.reduce((sum, row) => sum + row.present, 0);
  const due = open.reduce((sum, row) => sum + row.due, 0);
  const several = open.length > 1 ? `${open.length} 个活动，` : "";
  const label =
    open.length > 0 ? `现场签到（${several}${present} 已签到 / ${due} 应到）` : "现场签到";
  return (
    <BarButton
      icon={<ScanOutlined aria-hidden />}
      label={label}
      title={open.map(({ title }) => title).join("、") || undefined}
      href={only ? `/checkin?id=${only.id}` : "/checkin"}
      target="_blank"
    />
  );
}
