import { type FormEvent, useId } from "react";
import { useNavigate, useNavigation } from "react-router";
import { readAddress, type SearchAddress, searchHref } from "./address.ts";
import type { SearchFound } from "./results.tsx";

const RANGES = [
  ["", "不限", "all"],
  ["month", "近一个月", "month"],
  ["year", "近一年", "year"],
  ["older", "更早", "older"],
] as const;

type FiltersProps = { address: SearchAddress; found: SearchFound };

/** Check lists beside the results; on a narrow screen folded above them. */
export function SearchFilters(props: FiltersProps) {
  return (
    <>
      <aside className="search-filters" aria-label="筛选">
        <FilterForm {...props} />
      </aside>
      <details className="search-fold">
        <summary>筛选</summary>
        <FilterForm {...props} />
      </details>
    </>
  );
}

const countText = (count: number | undefined) => (count === undefined ? "" : String(count));

/** A GET form; with script each choice is applied at once and shown while the answer is awaited. */
function FilterForm({ address, found }: FiltersProps) {
  const id = useId();
  const navigate = useNavigate();
  const coming = useNavigation().location;
  const chosen =
    coming?.pathname === "/search" ? readAddress(new URLSearchParams(coming.search)) : address;
  const go = (change: Partial<SearchAddress>) =>
    void navigate(searchHref(chosen, change), { preventScrollReset: true });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const day = (name: string) => String(form.get(name) ?? "");
    const [from, to] = [day("from"), day("to")];
    go(from || to ? { range: "custom", from, to } : { range: chosen.range });
  };
  const toggle = (typeId: number) =>
    go({
      typeIds: chosen.typeIds.includes(typeId)
        ? chosen.typeIds.filter((each) => each !== typeId)
        : [...chosen.typeIds, typeId],
    });
  return (
    <form action="/search" onSubmit={submit}>
      <input type="hidden" name="q" value={address.q} />
      {address.sort === "newest" ? <input type="hidden" name="sort" value="newest" /> : null}
      {address.pageSize === 20 ? null : (
        <input type="hidden" name="pageSize" value={address.pageSize} />
      )}
      {found.types.length > 0 ? (
        <fieldset>
          <legend>栏目</legend>
          {found.types.map((type) => (
            <label key={type.id}>
              <input
                type="checkbox"
                name="typeId"
                value={type.id}
                checked={chosen.typeIds.includes(type.id)}
                onChange={() => toggle(type.id)}
              />
              <span>{type.name}</span>
              <small>{countText(type.count)}</small>
            </label>
          ))}
        </fieldset>
      ) : null}
      <fieldset>
        <legend>发布时间</legend>
        {RANGES.map(([range, label, age]) => (
          <label key={range}>
            <input
              type="radio"
              name="range"
              value={range}
              checked={chosen.range === range}
              onChange={() => go({ range })}
            />
            <span>{label}</span>
            <small>{countText(found.ages?.[age])}</small>
          </label>
        ))}
        <div className="search-days" key={`${address.from}-${address.to}`}>
          <label htmlFor={`${id}-from`}>从</label>
          <input id={`${id}-from`} type="date" name="from" defaultValue={address.from} />
          <label htmlFor={`${id}-to`}>到</label>
          <input id={`${id}-to`} type="date" name="to" defaultValue={address.to} />
        </div>
      </fieldset>
      <button type="submit" className="btn btn-outline btn-small">
        应用筛选
      </button>
    </form>
  );
}
