import { DownOutlined, FilterOutlined, SearchOutlined, UpOutlined } from "@ant-design/icons";
import { Badge, Button, Input, type InputRef, Select } from "antd";
import { type FormEvent, type RefObject, useState } from "react";
import { CLEARABLE } from "#src/office/form/clearable.tsx";
import { Key } from "#src/office/keys/keys.tsx";
import type { Filter } from "#src/office/list/crud-types.ts";
import { DateRange } from "#src/office/list/date-range.tsx";
import { useIsMobile } from "#src/office/shell/use-media.ts";
import { useOnChange } from "#src/office/tabs/use-on-change.ts";
import { type TreeNode, TreeSelect } from "#src/office/tree/tree-select.tsx";
import { STATUS_CHOICES, VISIBLE_WORDS } from "../parts/state-mark.tsx";

type Values = Record<string, string>;

/** Names of the query and of the list's filters, in the order of the row. */
export const FILTERS: readonly Filter[] = [
  { kind: "text", name: "keyword", label: "关键词" },
  { kind: "text", name: "typeId", label: "栏目" },
  { kind: "text", name: "status", label: "状态" },
  { kind: "text", name: "owner", label: "作者" },
  { kind: "range", name: "Time", label: "发布时间" },
  { kind: "text", name: "source", label: "来源" },
  { kind: "text", name: "visible", label: "可见范围" },
  { kind: "text", name: "hasCover", label: "封面" },
  { kind: "text", name: "isTop", label: "置顶" },
];

const FOLDED = ["source", "visible", "hasCover", "isTop"];

export const CHOICES: Readonly<Record<string, readonly { value: string; label: string }[]>> = {
  status: STATUS_CHOICES,
  visible: Object.entries(VISIBLE_WORDS).map(([value, label]) => ({ value, label })),
  hasCover: [{ value: "0", label: "缺封面" }],
  isTop: [{ value: "1", label: "已置顶" }],
};

/** The filter row; it asks at 查询 or Enter. */
export function ListFilters({
  values,
  activeCount,
  categories,
  firstField,
  onSearch,
}: {
  values: Values;
  activeCount: number;
  categories: readonly TreeNode[];
  firstField: RefObject<InputRef | null>;
  onSearch: (values: Values) => void;
}) {
  const isMobile = useIsMobile();
  const [draft, setDraft] = useState(values);
  const [isOpen, setOpen] = useState(() => !isMobile && FOLDED.some((name) => values[name]));
  const asked = JSON.stringify(values);
  useOnChange(asked, () => setDraft(values));
  const set = (patch: Values) => setDraft({ ...draft, ...patch });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSearch(draft);
  };
  const choice = (name: string, label: string) => (
    <Select
      className="cr-select"
      aria-label={label}
      placeholder={label}
      allowClear={CLEARABLE}
      value={draft[name] || null}
      options={[...(CHOICES[name] ?? [])]}
      onChange={(next: string | null | undefined) => set({ [name]: next ?? "" })}
    />
  );
  const text = (name: string, label: string) => (
    <Input
      className="ad-person"
      aria-label={label}
      placeholder={label}
      maxLength={50}
      allowClear={CLEARABLE}
      value={draft[name] ?? ""}
      onChange={(event) => set({ [name]: event.target.value })}
    />
  );
  return (
    <search>
      <form className="cr-filters ad-filters" aria-label="筛选" onSubmit={submit}>
        <Input
          ref={firstField}
          className="cr-text"
          aria-label="标题、正文关键词"
          placeholder="标题、正文关键词"
          maxLength={100}
          allowClear={CLEARABLE}
          prefix={<SearchOutlined aria-hidden className="cr-faint" />}
          suffix={isMobile ? undefined : <Key>/</Key>}
          value={draft.keyword ?? ""}
          onChange={(event) => set({ keyword: event.target.value })}
        />
        {isMobile && (
          <Badge count={activeCount} size="small">
            <Button
              className="cr-fold"
              icon={<FilterOutlined aria-hidden />}
              aria-expanded={isOpen}
              aria-label={activeCount > 0 ? `更多筛选，已用 ${activeCount} 项` : "更多筛选"}
              onClick={() => setOpen(!isOpen)}
            />
          </Badge>
        )}
        {(!isMobile || isOpen) && (
          <>
            <div className="ad-tree">
              <TreeSelect
                label="栏目"
                nodes={categories.map(enabled)}
                value={draft.typeId ? Number(draft.typeId) : undefined}
                onChange={(next) => set({ typeId: next === undefined ? "" : String(next) })}
              />
            </div>
            {choice("status", "状态")}
            {text("owner", "作者")}
            <DateRange
              label="发布时间"
              value={[draft.beginTime ?? "", draft.endTime ?? ""]}
              onChange={([beginTime, endTime]) => set({ beginTime, endTime })}
            />
          </>
        )}
        {isOpen && (
          <>
            {text("source", "来源")}
            {choice("visible", "可见范围")}
            {choice("hasCover", "封面")}
            {choice("isTop", "置顶")}
          </>
        )}
        {(!isMobile || isOpen) && (
          <>
            <Button htmlType="submit" color="primary" variant="outlined">
              查询
            </Button>
            <Button
              onClick={() => {
                setDraft({});
                onSearch({});
              }}
            >
              重置
            </Button>
          </>
        )}
        {isMobile && !isOpen && (
          <button type="submit" className="o-hidden" tabIndex={-1} aria-hidden="true" />
        )}
        {!isMobile && (
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

/** As a filter a branch stands for all below it, also where it holds nothing itself. */
function enabled({ disabled: _rule, children, ...node }: TreeNode): TreeNode {
  return children ? { ...node, children: children.map(enabled) } : node;
}
