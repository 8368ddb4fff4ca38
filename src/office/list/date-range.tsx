import { DatePicker } from "antd";
import dayjs, { type Dayjs } from "dayjs";
import { type ComponentProps, type SyntheticEvent, useId, useMemo, useState } from "react";
import { DAY, isMoment, UNREAD_DAY } from "../form/moment-picker.tsx";

/** Whether a text is no day; the server would refuse it. */
const isUnread = (text: string) => text !== "" && !isMoment(text);
const read = (text: string) => (text === "" || isUnread(text) ? null : dayjs(text.slice(0, 10)));

/** Two days, both meant whole; "" for an open end. Or what was typed for one while it cannot be read. */
export type Range = readonly [begin: string, end: string];

/**
 * A range as the contract sends it: `params[beginTime]` and `params[endTime]` for Time, else
 * `begin{X}` and `end{X}` (specification 3, wire 1.6).
 */
export const rangeQuery = (name: string, [begin, end]: Range): Record<string, string> =>
  name === "Time"
    ? { "params[beginTime]": begin, "params[endTime]": end }
    : { [`begin${name}`]: begin, [`end${name}`]: end };

/**
 * Two days in one field. Of what is typed the picker takes what it can read; the rest stays as it was
 * typed when the field is left or Enter is pressed, is said to be wrong, and is the value.
 */
export function DateRange({
  id,
  label,
  value: [begin, end],
  onChange,
}: {
  id?: string;
  label: string;
  value: Range;
  onChange: (value: Range) => void;
}) {
  /** What stands in one of the two since a key was pressed in it. */
  const [typed, setTyped] = useState<{ isEnd: boolean; text: string }>();
  const problemId = useId();
  // The picker forgets what it has read of a typed text when it is given another pair.
  const days = useMemo<[Dayjs | null, Dayjs | null]>(() => [read(begin), read(end)], [begin, end]);
  const shown = (text: string, isEnd: boolean) =>
    typed?.isEnd === isEnd ? typed.text : isUnread(text) ? text : undefined;
  const wrong = [
    ...(isUnread(begin) && typed?.isEnd !== false ? ["start"] : []),
    ...(isUnread(end) && typed?.isEnd !== true ? ["end"] : []),
  ];

  const take = ({ target }: SyntheticEvent): boolean => {
    if (!(target instanceof HTMLInputElement) || !typed) return false;
    const { isEnd } = typed;
    const text = typed.text.trim();
    const before = isEnd ? end : begin;
    setTyped(undefined);
    // Of days that it can read the picker tells by itself, but not of one in place of a text that it could not.
    if (text === before || !(isUnread(text) || isUnread(before))) return false;
    const next = isUnread(text) ? text : text.slice(0, DAY.length);
    onChange(isEnd ? [begin, next] : [next, end]);
    return isUnread(text);
  };
  return (
    <div
      className="cr-range"
      onInputCapture={({ target }) => {
        if (!(target instanceof HTMLInputElement)) return;
        setTyped({ isEnd: target.getAttribute("date-range") === "end", text: target.value });
      }}
      onBlurCapture={take}
      onKeyDownCapture={(event) => {
        if (event.key !== "Enter" || !take(event)) return;
        event.preventDefault();
        event.stopPropagation();
      }}
    >
      <DatePicker.RangePicker
        {...(id ? { id } : {})}
        aria-label={label}
        data-start={shown(begin, false)}
        data-end={shown(end, true)}
        components={{ input: RangeInput }}
        data-wrong={wrong.join(" ")}
        {...(wrong.length > 0 ? { status: "error" as const, "aria-describedby": problemId } : {})}
        placeholder={[`${label}起`, "止"]}
        format={DAY}
        allowEmpty={[true, true]}
        value={days}
        onChange={(next) => {
          setTyped(undefined);
          const kept = (text: string) => (next && isUnread(text) ? text : "");
          onChange([next?.[0]?.format(DAY) ?? kept(begin), next?.[1]?.format(DAY) ?? kept(end)]);
        }}
      />
      {wrong.length > 0 && (
        <div id={problemId} className="o-problem" role="alert">
          {UNREAD_DAY}
        </div>
      )}
    </div>
  );
}

/** The picker would show its last date again; here stands what was typed. */
function RangeInput({
  "data-start": start,
  "data-end": end,
  "data-wrong": wrong = "",
  ...props
}: ComponentProps<"input"> & {
  "data-start"?: string;
  "data-end"?: string;
  "data-wrong"?: string;
  "date-range"?: "start" | "end";
}) {
  const { "date-range": place = "start" } = props;
  const typed = place === "start" ? start : end;
  return (
    <input
      {...props}
      {...(wrong.split(" ").includes(place) ? { "aria-invalid": true } : {})}
      value={typed ?? props.value}
    />
  );
}
