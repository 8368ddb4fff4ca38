import type { ReactElement } from "react";
import { dueOf, type SignKind } from "#src/lib/membership/fees.ts";
import { moneyBrief, moneyShown } from "#src/lib/text/money.ts";
import { FieldShell, hintId } from "#src/site/form/field-shell.tsx";
import type { LevelInUse } from "../../member/level/service.server.ts";

type Props = {
  readonly levels: readonly LevelInUse[];
  readonly levelId: number | null;
  readonly years: number;
  readonly kind: string;
  readonly error: string | undefined;
  readonly onChange: (wish: { levelId?: number; years?: number }) => void;
};

/** Level and years, with what they cost. */
export function LevelChoice({
  levels,
  levelId,
  years,
  kind,
  error,
  onChange,
}: Props): ReactElement {
  const level = levels.find(({ id }) => id === levelId);
  const isUpgrade = kind === "UPGRADE";
  return (
    <>
      <FieldShell id="apply-levelId" label="申请级别" isGroup error={error}>
        <div className="apply-levels">
          {levels.map((each) => (
            <label key={each.id} data-chosen={each.id === levelId ? "" : undefined}>
              <input
                type="radio"
                name="levelId"
                checked={each.id === levelId}
                aria-describedby={hintId("apply-levelId", { error })}
                onChange={() =>
                  onChange({ levelId: each.id, years: Math.min(years, each.maxYears || 1) })
                }
              />
              <span>
                <b>{each.levelName}</b>
                <i>{each.audience}</i>
              </span>
              <em>{`${moneyBrief(kind === "RENEW" ? each.renewalFee : each.annualFee)} 元/年`}</em>
            </label>
          ))}
        </div>
      </FieldShell>
      {level && !isUpgrade ? (
        <FieldShell
          id="apply-years"
          label="缴费年数"
          help={`应缴会费 ${moneyShown(dueOf(kind as SignKind, level, years))} 元，审核通过后缴纳`}
        >
          <select
            id="apply-years"
            className="input"
            value={years}
            aria-describedby="apply-years-hint"
            onChange={(event) => onChange({ years: Number(event.target.value) })}
          >
            {Array.from({ length: level.maxYears || 1 }, (_, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the index is the number of years
              <option key={index} value={index + 1}>{`${index + 1} 年`}</option>
            ))}
          </select>
        </FieldShell>
      ) : null}
    </>
  );
}
