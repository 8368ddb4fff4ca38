import { DownOutlined } from "@ant-design/icons";
import { useEffect, useState } from "react";
import { useStore } from "../../lib/store.ts";
import { INBOX, inboxStore, loadInbox } from "../header/inbox.ts";
import { type MenuItem, type MenuPlace, PopupMenu } from "../layers/popup-menu.tsx";
import { openPath } from "../tabs/workspace.ts";
import { MenuIcon } from "./menu-icon.tsx";
import type { MenuNode } from "./route-table.ts";
import { ShellLink } from "./shell-link.tsx";

type Props = {
  menu: MenuNode[];
  trail: string[];
  isOpen: boolean;
  onLeave: (() => void) | undefined;
};

/** The entries of the side bar; collapsed, directories open beside it. */
export function SideMenu({ menu, trail, isOpen, onLeave }: Props) {
  const [opened, setOpened] = useState<Set<string>>(() => new Set(trail));
  const [flyout, setFlyout] = useState<{ node: MenuNode; place: MenuPlace }>();
  const trailKey = trail.join("\n");
  const waiting = useStore(inboxStore)?.total ?? 0;

  // News (news.ts) tell of other people's work; this person's own work loads the number again at once.
  useEffect(() => {
    void loadInbox();
  }, []);

  // The way to the page that is shown is open, however one got there.
  useEffect(() => {
    setOpened((before) => new Set([...before, ...trailKey.split("\n")]));
  }, [trailKey]);

  const toggle = (key: string) =>
    setOpened((before) => {
      const next = new Set(before);
      if (!next.delete(key)) next.add(key);
      return next;
    });

  const entry = (node: MenuNode, depth: number) => {
    const isCurrent = trail.at(-1) === node.key;
    const label = (
      <>
        {depth === 0 && <MenuIcon name={node.icon} />}
        <span className={isOpen ? "o-side-label" : "o-hidden"}>{node.title}</span>
        {node.to === INBOX && waiting > 0 && (
          <span className="o-side-count">
            {waiting > 999 ? "999+" : waiting}
            <span className="o-hidden"> 件</span>
          </span>
        )}
      </>
    );
    const indent =
      isOpen && depth > 0 ? { paddingLeft: 16 + depth * 23 - (depth > 1 ? 8 : 0) } : {};
    const shared = {
      className: "o-side-item",
      style: indent,
      title: isOpen ? undefined : node.title,
    };
    if (node.href) {
      return (
        <a {...shared} href={node.href} target="_blank" rel="noopener noreferrer">
          {label}
        </a>
      );
    }
    if (node.to) {
      return (
        <ShellLink
          {...shared}
          to={node.to}
          aria-current={isCurrent ? "page" : undefined}
          onClick={onLeave}
        >
          {label}
        </ShellLink>
      );
    }
    const isExpanded = opened.has(node.key);
    return (
      <button
        {...shared}
        type="button"
        data-on-trail={trail.includes(node.key) || undefined}
        aria-expanded={isOpen ? isExpanded : flyout?.node.key === node.key}
        aria-haspopup={isOpen ? undefined : "menu"}
        onClick={(event) => {
          if (isOpen) return toggle(node.key);
          const box = event.currentTarget.getBoundingClientRect();
          setFlyout({ node, place: { x: box.right + 4, y: box.top } });
        }}
      >
        {label}
        {isOpen && <DownOutlined aria-hidden className="o-side-arrow" />}
      </button>
    );
  };

  const list = (nodes: MenuNode[], depth: number) => (
    <ul>
      {nodes.map((node) => (
        <li key={node.key}>
          {entry(node, depth)}
          {isOpen &&
            node.children.length > 0 &&
            opened.has(node.key) &&
            list(node.children, depth + 1)}
        </li>
      ))}
    </ul>
  );

  return (
    <div className="o-side-scroll">
      {list(menu, 0)}
      {flyout && (
        <PopupMenu
          label={flyout.node.title}
          place={flyout.place}
          items={itemsOf(flyout.node)}
          onClose={() => setFlyout(undefined)}
        />
      )}
    </div>
  );
}

/** The pages below a directory as one flat menu. */
const itemsOf = (node: MenuNode): MenuItem[] =>
  node.children.flatMap((child): MenuItem[] =>
    child.children.length > 0
      ? itemsOf(child)
      : [
          {
            key: child.key,
            label: child.title,
            icon: <MenuIcon name={child.icon} />,
            onChoose: () => {
              if (child.to) openPath(child.to);
              else if (child.href) window.open(child.href, "_blank", "noopener");
            },
          },
        ],
  );
