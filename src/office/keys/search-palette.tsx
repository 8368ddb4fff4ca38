import { SearchOutlined } from "@ant-design/icons";
import Fuse, { type FuseResultMatch } from "fuse.js";
import { type KeyboardEvent, type ReactNode, useEffect, useId, useMemo, useState } from "react";
import type { Account } from "../account/account.ts";
import { hasPermi } from "../account/can.tsx";
import { Layer } from "../layers/layer.tsx";
import { MenuIcon } from "../menu/menu-icon.tsx";
import { PROFILE } from "../menu/static-routes.ts";
import { openPath } from "../tabs/workspace.ts";
import { Key } from "./keys.tsx";

/** Something the palette finds: a page, or an action of the shell. */
export type PaletteEntry = {
  key: string;
  title: string;
  path: string;
  icon: ReactNode;
  hint: ReactNode;
  onChoose: (isNewTab: boolean) => void;
};

/** specification 9: threshold 0.4, title 0.7, path 0.3. */
const FUSE = {
  threshold: 0.4,
  keys: [
    { name: "title", weight: 0.7 },
    { name: "path", weight: 0.3 },
  ],
  ignoreLocation: true,
  includeMatches: true,
  minMatchCharLength: 1,
};

const MAX_SHOWN = 12;

/** Every page the person may open, with the directories it stands in. */
function pagesOf({ table, ...rights }: Account): PaletteEntry[] {
  return table.routes
    .filter((route) => !route.redirect && (!route.isHidden || route.pattern.startsWith(PROFILE)))
    .filter((route) => route.permi.length === 0 || hasPermi(rights, route.permi))
    .map((route) => {
      const path = route.pattern.replace(/\/:.*$/, "");
      const to = path + (route.query ? `?${route.query}` : "");
      return {
        key: route.pattern,
        title: route.crumbs.length > 0 ? route.crumbs.join(" / ") : route.title,
        path,
        icon: <MenuIcon name={route.icon} />,
        hint: path,
        onChoose: (isNewTab: boolean) => {
          if (isNewTab) window.open(to, "_blank", "noopener");
          else openPath(to);
        },
      };
    });
}

/** Header search: a dialog over the page that finds pages and actions as one types. */
export default function SearchPalette({
  account,
  actions,
  onClose,
}: {
  account: Account;
  actions: PaletteEntry[];
  onClose: () => void;
}) {
  const [text, setText] = useState("");
  const [at, setAt] = useState(0);
  const id = useId();
  const { pages, fuse, acting } = useMemo(() => {
    const all = pagesOf(account);
    return { pages: all, fuse: new Fuse(all, FUSE), acting: new Fuse(actions, FUSE) };
  }, [account, actions]);

  const wanted = text.trim();
  const groups = useMemo(() => {
    const found: { pages: Found[]; actions: Found[] } =
      wanted === ""
        ? { pages: plain(pages), actions: plain(actions) }
        : { pages: fuse.search(wanted), actions: acting.search(wanted) };
    const all = [
      { label: "页面", rows: found.pages.slice(0, MAX_SHOWN) },
      { label: "操作", rows: found.actions.slice(0, 5) },
    ];
    return all.filter((group) => group.rows.length > 0);
  }, [wanted, pages, actions, fuse, acting]);
  const rows = groups.flatMap((group) => group.rows);
  const chosen = rows[Math.min(at, rows.length - 1)];
  const optionId = (key: string) => `${id}-${key}`;

  useEffect(() => {
    if (chosen)
      document.getElementById(`${id}-${chosen.item.key}`)?.scrollIntoView({ block: "nearest" });
  }, [chosen, id]);

  const choose = (entry: PaletteEntry, isNewTab: boolean) => {
    onClose();
    entry.onChoose(isNewTab);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const last = rows.length - 1;
    if (event.key === "ArrowDown") setAt(at >= last ? 0 : at + 1);
    else if (event.key === "ArrowUp") setAt(at <= 0 ? last : at - 1);
    // A word still being composed is not a choice.
    else if (event.key === "Enter" && chosen && !event.nativeEvent.isComposing)
      choose(chosen.item, event.ctrlKey || event.metaKey);
    else return;
    event.preventDefault();
  };

  return (
    <Layer label="搜索菜单、页面" className="o-palette" onClose={onClose}>
      <div className="o-palette-head">
        <SearchOutlined aria-hidden />
        <input
          role="combobox"
          aria-expanded
          aria-autocomplete="list"
          aria-controls={`${id}-list`}
          aria-activedescendant={chosen ? optionId(chosen.item.key) : undefined}
          aria-label="搜索菜单、页面"
          placeholder="输入名称或路径"
          autoComplete="off"
          spellCheck={false}
          value={text}
          onKeyDown={onKeyDown}
          onChange={(event) => {
            setText(event.target.value);
            setAt(0);
          }}
        />
        <Key>Esc</Key>
      </div>
      <div className="o-palette-list" role="listbox" id={`${id}-list`} aria-label="搜索结果">
        {groups.map((group) => (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset is no part of a listbox
          <div key={group.label} role="group" aria-labelledby={`${id}-${group.label}`}>
            <div className="o-palette-group" id={`${id}-${group.label}`} role="presentation">
              {group.label}
            </div>
            {group.rows.map(({ item, matches }) => (
              // biome-ignore lint/a11y/useFocusableInteractive: focus stays in the field, by aria-activedescendant
              // biome-ignore lint/a11y/useKeyWithClickEvents: the field's keys choose it
              <div
                key={item.key}
                id={optionId(item.key)}
                role="option"
                aria-selected={item === chosen?.item}
                onClick={(event) => choose(item, event.ctrlKey || event.metaKey)}
                onMouseMove={() => setAt(rows.findIndex((row) => row.item === item))}
              >
                {item.icon}
                <span className="o-palette-title">
                  <Marked text={item.title} match={matches?.find((each) => each.key === "title")} />
                </span>
                <span className="o-menu-hint">{item.hint}</span>
              </div>
            ))}
          </div>
        ))}
      </div>
      {rows.length === 0 && (
        <p className="o-panel-empty" role="status">
          没有找到「{wanted}」，换一个名称或路径试试。
        </p>
      )}
      <div className="o-palette-foot" aria-hidden="true">
        <span>
          <Key>↑</Key> <Key>↓</Key> 选择
        </span>
        <span>
          <Key>↵</Key> 打开
        </span>
        <span>
          <Key>Ctrl ↵</Key> 新窗口打开
        </span>
      </div>
    </Layer>
  );
}

/** The parts of Fuse's result that are used. */
type Found = { item: PaletteEntry; matches?: readonly FuseResultMatch[] | undefined };

const plain = (entries: PaletteEntry[]): Found[] => entries.map((item) => ({ item }));

/** The text with its matches set off. */
function Marked({ text, match }: { text: string; match: FuseResultMatch | undefined }) {
  if (!match) return text;
  const parts: ReactNode[] = [];
  let from = 0;
  for (const [start, end] of match.indices) {
    parts.push(text.slice(from, start), <b key={start}>{text.slice(start, end + 1)}</b>);
    from = end + 1;
  }
  return [...parts, text.slice(from)];
}
