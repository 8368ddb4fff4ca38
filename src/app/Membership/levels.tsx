import { Fragment, type ReactElement } from "react";
import { moneyBrief } from "#src/lib/text/money.ts";
import { isPerson, type Level, NONE, rowsOf } from "./level-facts.ts";
import "./levels.css";

const BY_YEAR = "按自然年度计算";

/** What a level costs a year. */
function Fee({ of: { annualFee } }: { readonly of: Level }): ReactElement {
  if (annualFee === 0) return <p className="level-fee">免会费</p>;
  return (
    <p className="level-fee">
      <strong>{moneyBrief(annualFee)}</strong> 元/年
    </p>
  );
}

/** Levels beside each other: a table where there is room, a card for each on phones. */
export function Levels({ levels }: { readonly levels: readonly Level[] }): ReactElement {
  const rows = rowsOf(levels);
  const persons = levels.filter(isPerson).length;
  const groups = [
    ["个人", persons],
    ["单位", levels.length - persons],
  ] as const;
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys */}
      <section className="level-scroll" aria-label="会员级别与会费标准表" tabIndex={0}>
        <table className="level-table">
          <caption className="sr-only">会员级别与会费标准，{BY_YEAR}</caption>
          <thead>
            <tr className="level-groups">
              <td />
              {groups.map(([name, columns]) =>
                columns > 0 ? (
                  <th key={name} scope="colgroup" colSpan={columns}>
                    {name}
                  </th>
                ) : null,
              )}
            </tr>
            <tr className="level-names">
              <td>{BY_YEAR}</td>
              {levels.map((level) => (
                <th key={level.id} scope="col">
                  <h3>{level.levelName}</h3>
                  {level.audience ? <p>{level.audience}</p> : null}
                  <Fee of={level} />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ label, values }) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                {values.map((value, index) => (
                  <td key={levels[index]?.id}>{value}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <ul className="level-cards">
        {levels.map((level, index) => (
          <li key={level.id}>
            <p className="level-kind">{isPerson(level) ? "个人" : "单位"}</p>
            <h3>{level.levelName}</h3>
            {level.audience ? <p>{level.audience}</p> : null}
            <Fee of={level} />
            <dl>
              {rows
                .filter(({ values }) => values[index] !== NONE)
                .map(({ label, values }) => (
                  <Fragment key={label}>
                    <dt>{label}</dt>
                    <dd>{values[index]}</dd>
                  </Fragment>
                ))}
            </dl>
          </li>
        ))}
      </ul>
    </>
  );
}
