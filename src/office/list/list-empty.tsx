import { Button } from "antd";
import type { ReactNode } from "react";
import { useDict } from "../form/dict.tsx";
import { Card } from "../shell/card.tsx";
import { DocumentPicture } from "../shell/pictures.tsx";
import { pathTo } from "../tree/tree-select.tsx";
import { type Filter, keysOf } from "./crud-types.ts";

/** Which of the two empties a list has: nothing made yet, nothing found. */
type Emptiness = "first" | "match";

/** An empty list, and the next step out of it. `filters` are those that hide everything. */
export function ListEmpty({
  kind,
  noun,
  filters,
  values,
  onSearch,
  action,
  hint = "新增之后会显示在这里。",
}: {
  kind: Emptiness;
  noun: string;
  filters: readonly Filter[];
  values: Record<string, string>;
  onSearch: (values: Record<string, string>) => void;
  action?: ReactNode;
  /** Of a list in which nothing was made yet: how something comes into it. */
  hint?: string;
}) {
  if (kind === "first") {
    return (
      <Card picture={<DocumentPicture />} title={`还没有${noun}`} actions={action}>
        {hint}
      </Card>
    );
  }
  return (
    <Card
      picture={<SearchPicture />}
      title={`没有符合条件的${noun}`}
      actions={
        <Button type="primary" onClick={() => onSearch({})}>
          清空筛选
        </Button>
      }
    >
      <p>去掉一项条件，或清空筛选再看。</p>
      <ul className="cr-chips">
        {filters.map((filter) => (
          <Chip
            key={filter.name}
            filter={filter}
            values={keysOf(filter).flatMap((name) => values[name] || [])}
            onRemove={() => {
              const gone = keysOf(filter).map((name) => [name, ""]);
              onSearch({ ...values, ...Object.fromEntries(gone) });
            }}
          />
        ))}
      </ul>
    </Card>
  );
}

function Chip({
  filter,
  values,
  onRemove,
}: {
  filter: Filter;
  values: readonly string[];
  onRemove: () => void;
}) {
  const entries = useDict(filter.kind === "dict" ? filter.dict : undefined);
  const words = values.map((value) => {
    if (filter.kind === "dict") {
      return entries.find((each) => each.dictValue === value)?.dictLabel ?? value;
    }
    if (filter.kind === "choice") {
      return filter.options.find((each) => each.value === value)?.label ?? value;
    }
    if (filter.kind === "tree") return pathTo(filter.nodes, Number(value)) || value;
    if (filter.kind === "person") return filter.words?.[value] ?? value;
    return value;
  });
  const text = `${filter.label}：${words.join(" 至 ")}`;
  return (
    <li>
      {text}
      <button type="button" aria-label={`去掉条件：${text}`} onClick={onRemove}>
        ×
      </button>
    </li>
  );
}

function SearchPicture() {
  return (
    <svg width="72" height="72" viewBox="0 0 72 72" className="o-picture" aria-hidden="true">
      <path d="M10 14h48v38H10z" className="o-picture-fill" />
      <path d="M10 24h48M18 34h14M18 42h9" />
      <circle cx="46" cy="44" r="11" className="o-picture-fill" />
      <path d="m54 52 8 8" />
    </svg>
  );
}
