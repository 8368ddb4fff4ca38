import { DatePicker } from "antd";
import dayjs from "dayjs";

const DAY = "YYYY-MM-DD";
const read = (text: string) => {
  const day = dayjs(text, DAY);
  return text && day.isValid() ? day : null;
};

/** Two days, both meant whole; "" for an open end. */
export type Range = readonly [begin: string, end: string];

/**
 * A range as the contract sends it: `params[beginTime]` and `params[endTime]` for Time, else
 * `begin{X}` and `end{X}` (specification 3, wire 1.6).
 */
export const rangeQuery = (name: string, [begin, end]: Range): Record<string, string> =>
  name === "Time"
    ? { "params[beginTime]": begin, "params[endTime]": end }
    : { [`begin${name}`]: begin, [`end${name}`]: end };

export function DateRange({
  label,
  value: [begin, end],
  onChange,
}: {
  label: string;
  value: Range;
  onChange: (value: Range) => void;
}) {
  return (
    <DatePicker.RangePicker
      className="cr-range"
      aria-label={label}
      placeholder={[`${label}起`, "止"]}
      format={DAY}
      allowEmpty={[true, true]}
      value={[read(begin), read(end)]}
      onChange={(days) => onChange([days?.[0]?.format(DAY) ?? "", days?.[1]?.format(DAY) ?? ""])}
    />
  );
}
