import { Checkbox, InputNumber, Radio } from "antd";
import { CRON_PARTS } from "./cron.ts";
import { type CronPart, DAY, PART_BOUNDS, WEEKDAY } from "./cron-parts.ts";

const WEEKDAY_NAMES = ["", "周日", "周一", "周二", "周三", "周四", "周五", "周六"];

/** Years are many: they are given as a range. */
const MAX_BOXES = 60;

/** One part of a line: every one, a range, steps, or some of them. */
export function CronPartEditor({
  index,
  part,
  onChange,
}: {
  index: number;
  part: CronPart;
  onChange: (part: CronPart) => void;
}) {
  const name = CRON_PARTS[index] ?? "";
  const { from: least, to: most } = PART_BOUNDS[index] ?? { from: 0, to: 59 };
  const isWeekday = index === WEEKDAY;
  const unit = index === 3 || isWeekday ? "天" : index === 1 ? "分钟" : index === 2 ? "小时" : name;
  const label = (value: number) => (isWeekday ? (WEEKDAY_NAMES[value] ?? "") : String(value));
  const span = part.kind === "range" ? part : { from: least, to: Math.min(least + 1, most) };
  const step = part.kind === "step" ? part : { from: least, to: 1 };
  const number = (what: string, value: number, change: (value: number) => void, max = most) => (
    <InputNumber
      size="small"
      min={what === "间隔" ? 1 : least}
      max={max}
      precision={0}
      value={value}
      aria-label={`${name}：${what}`}
      onChange={(next) => next !== null && change(next)}
    />
  );
  const choose = (kind: CronPart["kind"]) => {
    if (kind === "range") onChange({ kind, ...span });
    else if (kind === "step") onChange({ kind, ...step });
    else if (kind === "list") onChange({ kind, values: [least] });
    else if (kind !== "other") onChange({ kind });
  };
  const values = Array.from({ length: most - least + 1 }, (_, place) => least + place);
  return (
    <Radio.Group
      className="jb-part"
      // Not the form item's, which all parts would share.
      name={`cron-part-${index}`}
      aria-label={name}
      value={part.kind}
      onChange={(event) => choose(event.target.value as CronPart["kind"])}
    >
      <Radio value="every">每{unit === name ? name : unit}</Radio>
      {(index === DAY || isWeekday) && <Radio value="none">不指定</Radio>}
      <div className="jb-choice">
        <Radio value="range">从…到…</Radio>
        {part.kind === "range" && (
          <span>
            {number("起", span.from, (from) => onChange({ kind: "range", ...span, from }))} 到{" "}
            {number("止", span.to, (to) => onChange({ kind: "range", ...span, to }))}
            {isWeekday && <span className="o-note"> 1 是周日，7 是周六</span>}
          </span>
        )}
      </div>
      {!isWeekday && (
        <div className="jb-choice">
          <Radio value="step">每隔…</Radio>
          {part.kind === "step" && (
            <span>
              从 {number("起", step.from, (from) => onChange({ kind: "step", ...step, from }))}{" "}
              起，每 {number("间隔", step.to, (to) => onChange({ kind: "step", ...step, to }))}{" "}
              {unit}
              一次
            </span>
          )}
        </div>
      )}
      {values.length <= MAX_BOXES && (
        <div className="jb-choice">
          <Radio value="list">指定</Radio>
          {part.kind === "list" && (
            <Checkbox.Group
              className="jb-boxes"
              value={part.values}
              options={values.map((value) => ({ value, label: label(value) }))}
              onChange={(chosen) => onChange({ kind: "list", values: chosen.map(Number) })}
            />
          )}
        </div>
      )}
      {part.kind === "other" && (
        <div className="jb-choice">
          <Radio value="other">保留原来的写法</Radio>
          <code className="cr-code">{part.text}</code>
        </div>
      )}
    </Radio.Group>
  );
}
