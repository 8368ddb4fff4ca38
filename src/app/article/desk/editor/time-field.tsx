import dayjs from "dayjs";
import { MomentPicker } from "#src/office/form/moment-picker.tsx";

/** A moment as the wire has it, or what was typed for one. Works as the child of a `Form.Item`. */
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
    <MomentPicker
      {...(id ? { id } : {})}
      className="ad-wide"
      aria-label={label}
      placeholder={placeholder}
      showTime={{ format: "HH:mm:ss", defaultOpenValue: dayjs("08:00:00", "HH:mm:ss") }}
      value={value}
      onChange={onChange}
    />
  );
}
