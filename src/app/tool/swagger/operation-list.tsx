import { DownOutlined, RightOutlined } from "@ant-design/icons";
import { type KeyboardEvent, useState } from "react";
import { groupsOf, matches, type Operation } from "./document.ts";

/** More hits than one looks through; the search says how many there are. */
const MAX_HITS = 120;

/**
 * The operations by group. Only open groups are drawn; a search opens those with hits. Arrows move
 * between the lines, right and left open and close a group.
 */
export function OperationList({
  operations,
  search,
  chosen,
  onChoose,
}: {
  operations: readonly Operation[];
  search: string;
  chosen: Operation | undefined;
  onChoose: (operation: Operation) => void;
}) {
  const [open, setOpen] = useState<ReadonlySet<string>>(
    () => new Set(chosen ? [chosen.group] : []),
  );
  const isSearch = search.trim() !== "";
  const hits = isSearch ? operations.filter((each) => matches(each, search.trim())) : operations;
  const shown = isSearch ? hits.slice(0, MAX_HITS) : hits;
  const toggle = (group: string, isOn = !open.has(group)) => {
    const next = new Set(open);
    if (isOn) next.add(group);
    else next.delete(group);
    setOpen(next);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const lines = [...event.currentTarget.querySelectorAll<HTMLElement>("button")];
    const at = lines.indexOf(event.target as HTMLElement);
    const group = (event.target as HTMLElement).dataset.group;
    const move = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (move !== undefined) lines[at + move]?.focus();
    else if (group && event.key === "ArrowRight") toggle(group, true);
    else if (group && event.key === "ArrowLeft") toggle(group, false);
    else return;
    event.preventDefault();
  };

  if (hits.length === 0) {
    return <p className="sw-none">没有符合的接口，换个词试试。</p>;
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the lines inside are buttons, arrows are an extra
    <div className="sw-list" onKeyDown={onKeyDown}>
      {groupsOf(shown).map(([group, items]) => {
        const isOpen = isSearch || open.has(group);
        return (
          <div key={group}>
            <button
              type="button"
              className="sw-group"
              data-group={isSearch ? undefined : group}
              aria-expanded={isOpen}
              onClick={() => toggle(group)}
            >
              {isOpen ? <DownOutlined aria-hidden /> : <RightOutlined aria-hidden />}
              <span>{group}</span>
              <span className="sw-count">{items.length}</span>
            </button>
            {isOpen && (
              <ul>
                {items.map((each) => (
                  <li key={each.id}>
                    <button
                      type="button"
                      className="sw-line"
                      aria-current={each.id === chosen?.id ? "true" : undefined}
                      onClick={() => onChoose(each)}
                    >
                      <Method method={each.method} />
                      <span className="sw-line-text">
                        <span>{each.summary}</span>
                        <code>{each.path}</code>
                      </span>
                    </button>
                  </li>
                ))}
              </ul>
            )}
          </div>
        );
      })}
      {hits.length > shown.length && (
        <p className="sw-none">
          共 {hits.length} 个符合，只列出前 {MAX_HITS} 个，请再多输入几个字。
        </p>
      )}
    </div>
  );
}

/** The method by its word; the colour only helps. */
export function Method({ method }: { method: string }) {
  return (
    <span className="sw-method" data-method={method}>
      {method === "DELETE" ? "DEL" : method}
    </span>
  );
}
