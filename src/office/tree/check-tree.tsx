import { CheckOutlined, DownOutlined, RightOutlined, SearchOutlined } from "@ant-design/icons";
import { Checkbox, Input } from "antd";
import { type KeyboardEvent, useId, useMemo, useState } from "react";
import { CLEARABLE } from "../form/clearable.tsx";
import {
  allNodes,
  type CheckNode,
  type CheckRule,
  checkNodes,
  isPage,
  shortLabel,
  stateOf,
  tick,
} from "./tree-checks.ts";
import type { TreeNode } from "./tree-select.tsx";
import "./check-tree.css";

type Props = {
  /** Heading above the tree: 菜单权限. */
  label: string;
  nodes: readonly TreeNode[];
  value: ReadonlySet<number>;
  onChange: (value: ReadonlySet<number>) => void;
  rule: CheckRule;
  onLink: (isLinked: boolean) => void;
  /** Leaves stand beside the node above them, as the buttons of a page. */
  hasChips?: boolean;
  isOpenFirst?: boolean;
};

/**
 * A tree of check boxes with its tools: find, open and close all, tick all, link parents and children.
 * One stop for Tab; arrows go from there: up and down between rows, right and left open, close and
 * go along a row. Space ticks.
 */
export function CheckTree(props: Props) {
  const { label, nodes, value, onChange, rule, onLink, hasChips = false } = props;
  const headingId = useId();
  const tree = useMemo(() => checkNodes(nodes), [nodes]);
  const all = useMemo(() => allNodes(tree), [tree]);
  const [fold, setFold] = useState({
    isOpen: props.isOpenFirst ?? true,
    others: new Set<number>(),
  });
  const [wanted, setWanted] = useState("");
  const [current, setCurrent] = useState<number>();

  const isChip = (node: CheckNode, above: CheckNode | undefined) =>
    hasChips && above !== undefined && isPage(above) && node.children.length === 0;
  const isOpen = (id: number) => wanted !== "" || fold.isOpen !== fold.others.has(id);
  const canFold = (node: CheckNode) => node.children.length > 0 && !(hasChips && isPage(node));
  const setOpen = (id: number, isNow: boolean) => {
    const others = new Set(fold.others);
    if (isNow === fold.isOpen) others.delete(id);
    else others.add(id);
    setFold({ ...fold, others });
  };
  const byId = useMemo(() => new Map(all.map((node) => [node.id, node])), [all]);
  const isFound = ({ label: text }: CheckNode) =>
    text.toLowerCase().includes(wanted.trim().toLowerCase());
  const rows = all.filter((node) => {
    if (isChip(node, byId.get(node.parents.at(-1) ?? -1))) return false;
    if (wanted === "") return node.parents.every(isOpen);
    const near = [node.id, ...node.parents, ...node.below];
    return near.some((id) => isFound(byId.get(id) ?? node));
  });
  const stops = new Set(
    rows.flatMap((node) => [
      node.id,
      ...(canFold(node) ? [] : node.children.map((child) => child.id)),
    ]),
  );
  const stop = current !== undefined && stops.has(current) ? current : rows[0]?.id;
  const hasClosed = all.some((node) => canFold(node) && !isOpen(node.id));
  const hasAll = all.every(({ id }) => value.has(id));

  const onKeyDown = (event: KeyboardEvent<HTMLTableElement>) => {
    const { target, currentTarget, key } = event;
    if (!(target instanceof HTMLInputElement) || event.altKey || event.ctrlKey) return;
    const lines = [...currentTarget.querySelectorAll("tr")].map((line) => [
      ...line.querySelectorAll("input"),
    ]);
    const at = lines.findIndex((line) => line.includes(target));
    const along = lines[at]?.indexOf(target) ?? 0;
    const go = (line: number, to = 0) => {
      const inputs = lines[Math.max(0, Math.min(line, lines.length - 1))] ?? [];
      inputs[Math.min(to, inputs.length - 1)]?.focus();
    };
    const node = rows[at];
    if (!node) return;
    const isClosed = canFold(node) && !isOpen(node.id);
    if (key === "ArrowDown") go(at + 1, along);
    else if (key === "ArrowUp") go(at - 1, along);
    else if (key === "Home") go(0);
    else if (key === "End") go(lines.length - 1);
    else if (key === "ArrowRight" && isClosed) setOpen(node.id, true);
    else if (key === "ArrowRight" && canFold(node)) go(at + 1);
    else if (key === "ArrowRight") go(at, along + 1);
    else if (key === "ArrowLeft" && along > 0) go(at, along - 1);
    else if (key === "ArrowLeft" && canFold(node) && !isClosed) setOpen(node.id, false);
    else if (key === "ArrowLeft") go(rows.findIndex(({ id }) => id === node.parents.at(-1)));
    else return;
    event.preventDefault();
  };

  const toggle = (node: CheckNode, isOn: boolean) => onChange(tick(node, isOn, value, rule));

  return (
    <div className="ck">
      <div className="ck-head">
        <h2 id={headingId}>
          {label}
          <span className="o-note" role="status">
            已选 {all.filter(({ id }) => value.has(id)).length} / {all.length}
          </span>
        </h2>
        <Input
          className="ck-find"
          size="small"
          allowClear={CLEARABLE}
          prefix={<SearchOutlined aria-hidden className="cr-faint" />}
          placeholder="筛选"
          aria-label={`筛选${label}`}
          value={wanted}
          onChange={(event) => setWanted(event.target.value)}
          onPressEnter={(event) => event.preventDefault()}
        />
        <Checkbox checked={rule.isLinked} onChange={(event) => onLink(event.target.checked)}>
          父子联动
        </Checkbox>
        <button
          type="button"
          className="ck-link"
          onClick={() => onChange(new Set(hasAll ? [] : all.map(({ id }) => id)))}
        >
          {hasAll ? "全不选" : "全选"}
        </button>
        <button
          type="button"
          className="ck-link"
          onClick={() => setFold({ isOpen: hasClosed, others: new Set() })}
        >
          {hasClosed ? "全部展开" : "全部折叠"}
        </button>
      </div>
      <div className="ck-scroll">
        {rows.length === 0 && (
          <p className="o-panel-empty">{wanted ? "没有符合条件的项目。" : "这里还没有项目。"}</p>
        )}
        <table
          // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a treegrid may be a table
          role="treegrid"
          aria-labelledby={headingId}
          className="ck-tree"
          data-chips={hasChips || undefined}
          onKeyDown={onKeyDown}
        >
          <tbody>
            {rows.map((node) => (
              <tr
                key={node.id}
                aria-level={node.level + 1}
                aria-expanded={canFold(node) ? isOpen(node.id) : undefined}
              >
                <td className="ck-line" style={{ ["--level" as string]: node.level }}>
                  <span className="ck-name">
                    {canFold(node) ? (
                      <button
                        type="button"
                        className="ck-fold"
                        tabIndex={-1}
                        aria-label={`${isOpen(node.id) ? "收起" : "展开"}「${node.label}」`}
                        onClick={() => setOpen(node.id, !isOpen(node.id))}
                      >
                        {isOpen(node.id) ? (
                          <DownOutlined aria-hidden />
                        ) : (
                          <RightOutlined aria-hidden />
                        )}
                      </button>
                    ) : (
                      <i className="ck-fold" />
                    )}
                    <Checkbox
                      value={node.id}
                      tabIndex={stop === node.id ? 0 : -1}
                      checked={stateOf(node, value, rule) === "on"}
                      indeterminate={stateOf(node, value, rule) === "part"}
                      onFocus={() => setCurrent(node.id)}
                      onChange={(event) => toggle(node, event.target.checked)}
                    >
                      {node.label}
                      {node.isDisabled && <span className="o-note">（停用）</span>}
                    </Checkbox>
                  </span>
                  {hasChips &&
                    (canFold(node) ? (
                      <span className="o-note">
                        {node.below.filter((id) => value.has(id)).length} / {node.below.length}
                      </span>
                    ) : (
                      <span className="ck-chips">
                        {node.children.map((child) => (
                          <label key={child.id} className="ck-chip">
                            <input
                              type="checkbox"
                              value={child.id}
                              tabIndex={stop === child.id ? 0 : -1}
                              aria-label={child.label}
                              checked={value.has(child.id)}
                              onFocus={() => setCurrent(child.id)}
                              onChange={(event) => toggle(child, event.target.checked)}
                            />
                            <CheckOutlined aria-hidden />
                            {shortLabel(child.label, node.label)}
                          </label>
                        ))}
                      </span>
                    ))}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}
