import { DatePicker } from "antd";
import dayjs from "dayjs";
import { SECONDS } from "./publish-dialog.tsx";

/** A moment as the wire has it, `yyyy-MM-dd HH:mm:ss`, or none. Works as the child of a `Form.Item`. */
export function TimeField({
  id,
  value,
  onChange,
  label,
  placeholder,
}: {
  id?: string;
  value?: string | null;
  onChange?: (value: string | null) => void;
  label: string;
  placeholder: string;
}) {
  return (
    <DatePicker
      {...(id ? { id } : {})}
      className="ad-wide"
      aria-label={label}
      placeholder={placeholder}
      showTime={{ format: "HH:mm:ss", defaultOpenValue: dayjs("08:00:00", "HH:mm:ss") }}
      format={SECONDS}
      value={value ? dayjs(value) : null}
      onChange={(next) => onChange?.(next ? next.format(SECONDS) : null)}
    />
  );
}
