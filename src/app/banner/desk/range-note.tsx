import { Mark } from "#src/office/form/dict.tsx";

const minute = (time: string) => time.slice(0, 16);

/** Whether a banner is shown now, and from when to when. */
export function RangeNote({
  row,
}: {
  row: { beginTime: string | null; endTime: string | null; status: string };
}) {
  const { beginTime, endTime, status } = row;
  const now = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 19).replace("T", " ");
  const [level, word] =
    status !== "0"
      ? ["danger", "停用"]
      : beginTime && beginTime > now
        ? ["primary", "未开始"]
        : endTime && endTime <= now
          ? ["info", "已结束"]
          : ["success", "显示中"];
  const from = beginTime ? minute(beginTime) : "";
  const to = endTime ? minute(endTime) : "";
  return (
    <span className="dp-range">
      <Mark entry={{ dictLabel: word, listClass: level, cssClass: "" }} />
      {(from || to) && (
        <span className="o-note">
          {from || "即日"} 至 {to || "长期"}
        </span>
      )}
    </span>
  );
}
