import { Button, Checkbox, Input } from "antd";
import type { ScoreSheet } from "#src/lib/declare/score-sheet.ts";

/** A line of the score sheet as it is typed. */
export type SheetLine = {
  name: string;
  label: string;
  hint: string;
  max: string;
  weight: string;
  needsComment: boolean;
};

export const linesOf = ({ criteria }: ScoreSheet): SheetLine[] =>
  criteria.map(({ max, weight, ...line }) => ({
    ...line,
    max: String(max),
    weight: String(weight),
  }));

const PARTS = [
  ["label", "指标名称", "指标"],
  ["hint", "说明", "说明"],
  ["max", "满分", "满分"],
  ["weight", "权重（%）", "权重"],
] as const;

/** A name that no line has. */
function freeName(lines: readonly SheetLine[]): string {
  for (let at = lines.length + 1; ; at++) {
    if (!lines.some(({ name }) => name === `line${at}`)) return `line${at}`;
  }
}

/** The lines of a score sheet; fixed once an expert has handed in. */
export function SheetLines({
  lines,
  problems,
  isFixed,
  onChange,
}: {
  lines: readonly SheetLine[];
  problems: Readonly<Record<string, string>>;
  isFixed: boolean;
  onChange: (lines: readonly SheetLine[]) => void;
}) {
  const put = (at: number, change: Partial<SheetLine>) =>
    onChange(lines.map((line, index) => (index === at ? { ...line, ...change } : line)));
  const sum = lines.reduce((total, { weight }) => total + (Number(weight) || 0), 0);
  return (
    <fieldset className="pn-sheet" disabled={isFixed}>
      <legend>评分表</legend>
      <p className="pn-note">
        {isFixed
          ? "已有专家提交评分，评分表不能再改。"
          : `各项权重之和应为 100，现在是 ${sum}。总分按权重折算为百分制。`}
      </p>
      {lines.map((line, at) => (
        <div key={line.name} className="pn-line">
          {PARTS.map(([part, label, short]) => {
            const problem = problems[`criteria.${at}.${part}`];
            return (
              <div key={part}>
                <span aria-hidden="true">{label}</span>
                <Input
                  aria-label={`第 ${at + 1} 项${short}`}
                  disabled={isFixed}
                  status={problem ? "error" : ""}
                  inputMode={part === "max" || part === "weight" ? "numeric" : "text"}
                  value={line[part]}
                  onChange={({ target }) => put(at, { [part]: target.value })}
                />
                {problem ? (
                  <span className="o-problem" role="alert">
                    {problem}
                  </span>
                ) : null}
              </div>
            );
          })}
          <p className="pn-ways">
            <Checkbox
              disabled={isFixed}
              checked={line.needsComment}
              onChange={({ target }) => put(at, { needsComment: target.checked })}
            >
              必须写意见
            </Checkbox>
            {lines.length > 1 && !isFixed ? (
              <button
                type="button"
                className="o-link"
                aria-label={`删除「${line.label || `第 ${at + 1} 项`}」`}
                onClick={() => onChange(lines.filter((_, index) => index !== at))}
              >
                删除
              </button>
            ) : null}
          </p>
        </div>
      ))}
      {problems.criteria ? (
        <p className="o-problem" role="alert">
          {problems.criteria}
        </p>
      ) : null}
      {isFixed ? null : (
        <Button
          onClick={() =>
            onChange([
              ...lines,
              {
                name: freeName(lines),
                label: "",
                hint: "",
                max: "100",
                weight: "",
                needsComment: false,
              },
            ])
          }
        >
          增加一项
        </Button>
      )}
    </fieldset>
  );
}
