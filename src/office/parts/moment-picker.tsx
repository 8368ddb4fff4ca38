import { DatePicker, type DatePickerProps } from "antd";
import dayjs, { type Dayjs } from "dayjs";
import { type SyntheticEvent, useState } from "react";
import { formatDateTime, parseDateTime } from "../../lib/dates.ts";

/** A moment as the wire has it. */
export const SECONDS = "YYYY-MM-DD HH:mm:ss";
export const DAY = "YYYY-MM-DD";

type Props = Omit<DatePickerProps<Dayjs, false>, "format" | "open" | "picker" | "multiple"> & {
  /** A day and no time of it. */
  isDay?: boolean;
};

/**
 * Ant Design's picker that takes what is typed as the server reads it: with seconds, without, or the day
 * alone. It is read when the field is left or Enter is pressed; several formats of the picker's own
 * would be read with each key, and change the text below the typing hand.
 */
export function MomentPicker({ isDay = false, onChange, showTime, ...props }: Props) {
  const [isOpen, setOpen] = useState(false);
  const format = isDay ? DAY : SECONDS;
  const take = ({ target }: SyntheticEvent): boolean => {
    if (!(target instanceof HTMLInputElement)) return false;
    const date = parseDateTime(target.value);
    const text = date && formatDateTime(date).slice(0, format.length);
    if (!text || text === props.value?.format(format)) return false;
    onChange?.(dayjs(text), text);
    return true;
  };
  return (
    <div
      onBlurCapture={take}
      onKeyDownCapture={(event) => {
        if (event.key !== "Enter" || !take(event)) return;
        event.preventDefault();
        event.stopPropagation();
        setOpen(false);
      }}
    >
      <DatePicker
        {...props}
        format={format}
        {...(isDay ? {} : { showTime: showTime ?? { format: "HH:mm:ss" } })}
        open={isOpen}
        onOpenChange={setOpen}
        onChange={(next, text) => onChange?.(next as Dayjs | null, text)}
      />
    </div>
  );
}
