import { DownOutlined, FilterOutlined, SearchOutlined, UpOutlined } from "@ant-design/icons";
import { Button, Input, type InputRef, Select } from "antd";
import { type FormEvent, type RefObject, useState } from "react";
import { CLEARABLE } from "../form/clearable.tsx";
import { DictSelect } from "../form/dict.tsx";
import { Key } from "../keys/keys.tsx";
import { useIsMobile } from "../shell/use-media.ts";
import { useOnChange } from "../tabs/use-on-change.ts";
import { allEnabled, TreeSelect } from "../tree/tree-select.tsx";
import { type Filter, keysOf } from "./crud-types.ts";
import { DateRange } from "./date-range.tsx";

/** Fields of the first row. */
const IN_ROW = 4;

type Values = Record<string, string>;

/** The filter row. Nothing is asked until 查询 or Enter; the first text field answers to `/`. */
export function CrudFilters({
  filters,
  values,
  activeCount,
  firstField,
  onSearch,
  label = "筛选",
  inRow = IN_ROW,
}: {
  filters: readonly Filter[];
  values: Values;
  activeCount: number;
  firstField: RefObject<InputRef | null>;
  onSearch: (values: Values) => void;
  /** Names it where the window has another filter row. */
  label?: string;
  /** Fields that stand in the row; the rest is folded. */
  inRow?: number;
}) {
  const isMobile = useIsMobile();
  const [draft, setDraft] = useState(values);
  // What narrows the list is in sight, also where it came with the address.
  const [isOpen, setOpen] = useState(
    () =>
      !isMobile &&
      filters.slice(inRow).some((filter) => keysOf(filter).some((name) => values[name])),
  );
  // Whatever changed the address (a chip, a link, the way back) is what the fields show.
  const asked = JSON.stringify(values);
  useOnChange(asked, () => setDraft(values));
  const shown = isOpen ? filters : filters.slice(0, isMobile ? 1 : inRow);
  const set = (patch: Values) => setDraft({ ...draft, ...patch });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSearch(draft);
  };
  const reset = () => {
    const empty = Object.fromEntries(filters.flatMap(keysOf).map((name) => [name, ""]));
    setDraft(empty);
    onSearch(empty);
  };
  const first = filters.find((filter) => filter.kind === "text");
  const fieldOf = (filter: Filter) => (
    <FilterField
      key={filter.name}
      filter={filter}
      draft={draft}
      onChange={set}
      {...(filter === first ? { field: firstField } : {})}
    />
  );

  return (
    <search>
      <form className="cr-filters" aria-label={label} onSubmit={submit}>
        {shown.slice(0, 1).map(fieldOf)}
        {isMobile && filters.length > 1 && (
          <Button
            className="cr-fold"
            icon={<FilterOutlined aria-hidden />}
            aria-expanded={isOpen}
            aria-label={activeCount > 0 ? `更多筛选，已用 ${activeCount} 项` : "更多筛选"}
            onClick={() => setOpen(!isOpen)}
          >
            {activeCount > 0 ? activeCount : null}
          </Button>
        )}
        {shown.slice(1).map(fieldOf)}
        {(!isMobile || isOpen) && (
          <>
            <Button htmlType="submit" color="primary" variant="outlined">
              查询
            </Button>
            <Button onClick={reset}>重置</Button>
          </>
        )}
        {isMobile && !isOpen && (
          <button type="submit" className="o-hidden" tabIndex={-1} aria-hidden="true" />
        )}
        {!isMobile && filters.length > inRow && (
          <button
            type="button"
            className="o-link cr-more"
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            {isOpen ? "收起" : "更多筛选"}{" "}
            {isOpen ? <UpOutlined aria-hidden /> : <DownOutlined aria-hidden />}
          </button>
        )}
      </form>
    </search>
  );
}

function FilterField({
  filter,
  draft,
  onChange,
  field,
}: {
  filter: Filter;
  draft: Values;
  onChange: (patch: Values) => void;
  field?: RefObject<InputRef | null>;
}) {
  const { name, label } = filter;
  if (filter.kind === "range") {
    const [begin = "", end = ""] = keysOf(filter);
    return (
      <DateRange
        label={label}
        value={[draft[begin] ?? "", draft[end] ?? ""]}
        onChange={([from, to]) => onChange({ [begin]: from, [end]: to })}
      />
    );
  }
  if (filter.kind === "dict") {
    return (
      <DictSelect
        type={filter.dict}
        label={label}
        value={draft[name]}
        onChange={(value) => onChange({ [name]: value })}
      />
    );
  }
  if (filter.kind === "choice") {
    return (
      <Select
        className="cr-select"
        aria-label={label}
        placeholder={label}
        allowClear={CLEARABLE}
        value={draft[name] || null}
        options={[...filter.options]}
        onChange={(next: string | null | undefined) => onChange({ [name]: next ?? "" })}
      />
    );
  }
  if (filter.kind === "tree") {
    return (
      <div className="cr-branch">
        <TreeSelect
          label={label}
          nodes={allEnabled(filter.nodes)}
          value={draft[name] ? Number(draft[name]) : undefined}
          onChange={(next) => onChange({ [name]: next === undefined ? "" : String(next) })}
        />
      </div>
    );
  }
  return (
    <Input
      ref={field ?? null}
      className={filter.kind === "person" ? "cr-person" : "cr-text"}
      aria-label={filter.hint ?? label}
      placeholder={filter.hint ?? label}
      maxLength={100}
      allowClear={CLEARABLE}
      prefix={field && <SearchOutlined aria-hidden className="cr-faint" />}
      suffix={field && <Key>/</Key>}
      value={draft[name] ?? ""}
      onChange={(event) => onChange({ [name]: event.target.value })}
    />
  );
}
