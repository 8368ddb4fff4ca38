import { DatePicker, type DatePickerProps, Form } from "antd";
import dayjs, { type Dayjs } from "dayjs";
import { type ComponentProps, type SyntheticEvent, useId, useState } from "react";
import { formatDateTime, parseDateTime } from "../../lib/text/dates.ts";

/** A moment as the wire has it. */
const SECONDS = "YYYY-MM-DD HH:mm:ss";
export const DAY = "YYYY-MM-DD";
/** What is said of a day that cannot be read. */
export const UNREAD_DAY = "日期无法识别，请写成 2031-02-03 的样子";

type Props = Pick<
  DatePickerProps<Dayjs, false>,
  "id" | "className" | "placeholder" | "showTime" | "aria-label"
> & {
  /** A day and no time of it. */
  isDay?: boolean;
  /** An error text stands beside the field already. */
  isTold?: boolean;
  /** As the wire has it; or the typed text while it cannot be read. */
  value?: string | null | undefined;
  onChange?: ((value: string | null) => void) | undefined;
};

/** Whether a text is a moment, or a day, that can be sent. */
export const isMoment = (text: string): boolean => parseDateTime(text) !== undefined;

/**
 * Ant Design's picker that takes what is typed as the server reads it: with seconds, without, or the day
 * alone. It is read when the field is left or Enter is pressed; several formats of the picker's own
 * would be read with each key, and change the text below the typing hand. What cannot be read stays, is
 * said to be wrong, and is the value: whoever saves it is refused by the server.
 */
export function MomentPicker({
  isDay = false,
  isTold = false,
  value,
  onChange,
  showTime,
  ...props
}: Props) {
  const [isOpen, setOpen] = useState(false);
  /** The field's text since a key was pressed in it. */
  const [typed, setTyped] = useState<string>();
  const problemId = useId();
  const { errors = [] } = Form.Item.useStatus() as { errors?: unknown[] };
  const format = isDay ? DAY : SECONDS;
  const shaped = (text: string) => {
    const date = parseDateTime(text);
    return date && formatDateTime(date).slice(0, format.length);
  };
  const now = value ?? "";
  const shown = shaped(now);
  const isWrong = typed === undefined && now !== "" && shown === undefined;

  const take = ({ target }: SyntheticEvent): boolean => {
    if (!(target instanceof HTMLInputElement) || typed === undefined) return false;
    setTyped(undefined);
    const next = shaped(typed) ?? typed.trim();
    if (next === (shown ?? now)) return false;
    onChange?.(next || null);
    return true;
  };
  return (
    <div
      onInputCapture={({ target }) => {
        if (target instanceof HTMLInputElement) setTyped(target.value);
      }}
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
        data-typed={typed ?? (isWrong ? now : undefined)}
        components={{ input: TypedInput }}
        {...(isWrong
          ? { status: "error" as const, "aria-invalid": true, "aria-describedby": problemId }
          : {})}
        format={format}
        {...(isDay ? {} : { showTime: showTime ?? { format: "HH:mm:ss" } })}
        value={shown ? dayjs(shown) : null}
        open={isOpen}
        onOpenChange={setOpen}
        onChange={(next: Dayjs | null) => {
          setTyped(undefined);
          onChange?.(next ? next.format(format) : null);
        }}
      />
      {isWrong && !isTold && errors.length === 0 && (
        <div id={problemId} className="o-problem" role="alert">
          {isDay ? UNREAD_DAY : "时间无法识别，请写成 2031-02-03 08:30 的样子"}
        </div>
      )}
    </div>
  );
}

/** The picker would show its last date again; the typed text stays. */
function TypedInput({
  "data-typed": typed,
  ...props
}: ComponentProps<"input"> & { "data-typed"?: string }) {
  return <input {...props} value={typed ?? props.value} />;
}
