import { type Asked, hrefOf } from "./address.ts";

export type Choice = { value: string; label: string };
type Group = readonly [key: keyof Asked, name: string, choices: readonly Choice[]];

type Props = {
  readonly asked: Asked;
  /** Few choices: all in a row. */
  readonly groups: readonly Group[];
  /** Many: folded, so that a phone shows the activities first. */
  readonly lists: readonly Group[];
};

/** Links that narrow the list; they need no JavaScript. */
export function Filters({ asked, groups, lists }: Props) {
  return (
    <nav className="event-filters" aria-label="筛选">
      {groups.map(([key, name, choices]) => (
        <p key={key}>
          <b>{name}</b>
          <a href={hrefOf({ ...asked, [key]: "" })} aria-current={asked[key] ? undefined : "page"}>
            全部
          </a>
          {choices.map(({ value, label }) => (
            <a
              key={value}
              href={hrefOf({ ...asked, [key]: value })}
              aria-current={asked[key] === value ? "page" : undefined}
            >
              {label}
            </a>
          ))}
        </p>
      ))}
      <div>
        {lists.map(([key, name, choices]) =>
          choices.length > 1 || asked[key] ? (
            <details key={key}>
              <summary>
                {name}：{choices.find(({ value }) => value === asked[key])?.label ?? "全部"}
              </summary>
              <p>
                <a href={hrefOf({ ...asked, [key]: "" })}>全部</a>
                {choices.map(({ value, label }) => (
                  <a
                    key={value}
                    href={hrefOf({ ...asked, [key]: value })}
                    aria-current={asked[key] === value ? "page" : undefined}
                  >
                    {label}
                  </a>
                ))}
              </p>
            </details>
          ) : null,
        )}
      </div>
    </nav>
  );
}
