import { Button, Input } from "antd";
import { MomentPicker } from "#src/office/form/moment-picker.tsx";

/** Number and day of the resolution, as they are typed. */
export type Resolution = { no: string; on: string };

/** At the bottom edge: the resolution, once for the whole sheet. */
export function ResolveBar({
  resolution,
  problems,
  summary,
  isBusy,
  onChange,
  onResolve,
}: {
  resolution: Resolution;
  problems: Readonly<Record<string, string>>;
  /** How many pass, and how many do not. */
  summary: string;
  isBusy: boolean;
  onChange: (next: Resolution) => void;
  onResolve: () => void;
}) {
  const { resolutionNo, resolutionDate } = problems;
  const other = Object.entries(problems).find(([name]) => name.startsWith("opinion."));
  const problem = resolutionNo ?? resolutionDate ?? other?.[1];
  return (
    <div className="cs-bar" role="toolbar" aria-label="登记决议">
      <div className="cs-fields">
        <Input
          aria-label="决议号"
          placeholder="决议号，如 会理〔2026〕6号"
          maxLength={50}
          status={resolutionNo ? "error" : ""}
          aria-invalid={resolutionNo !== undefined}
          value={resolution.no}
          onChange={({ target }) => onChange({ ...resolution, no: target.value })}
        />
        <MomentPicker
          isDay
          aria-label="决议日期"
          placeholder="决议日期"
          value={resolution.on || null}
          onChange={(day) => onChange({ ...resolution, on: day ?? "" })}
        />
      </div>
      <p className="cs-sum">
        {problem ? (
          <span className="o-problem" role="alert">
            {problem}
          </span>
        ) : (
          <span role="status">{summary}</span>
        )}
      </p>
      <Button type="primary" loading={isBusy} onClick={onResolve}>
        登记决议
      </Button>
    </div>
  );
}
