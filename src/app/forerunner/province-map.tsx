import { PROVINCES } from "./fields.ts";
import { type Asked, hrefOf } from "./place.tsx";

type MapProps = {
  /** Places by province. */
  readonly counts: Readonly<Record<string, number>>;
  readonly asked: Asked;
};

/** One square a province, each about where it lies: a picture of where, with no border drawn. */
export function ProvinceMap({ counts, asked }: MapProps) {
  return (
    <nav className="province-map" aria-label="按省份筛选">
      <ul>
        {Object.entries(PROVINCES).map(([code, [name, short, column, row]]) => {
          const count = counts[code] ?? 0;
          return (
            <li key={code} style={{ gridColumn: column, gridRow: row }}>
              {count > 0 ? (
                <a
                  href={hrefOf({ ...asked, province: code })}
                  aria-current={asked.province === code ? "page" : undefined}
                >
                  {short}
                  <small>
                    {count}
                    <span className="sr-only"> 个，{name}</span>
                  </small>
                </a>
              ) : (
                <span aria-hidden="true">{short}</span>
              )}
            </li>
          );
        })}
      </ul>
      <p>
        每格一个省级行政区，仅表示大致方位。
        {asked.province ? (
          <a className="link" href={hrefOf({ ...asked, province: "" })}>
            查看全部省份
          </a>
        ) : null}
      </p>
    </nav>
  );
}
