import { CheckOutlined } from "@ant-design/icons";
import { type KeyboardEvent, type ReactNode, useEffect, useLayoutEffect, useRef } from "react";
import { useDismiss } from "./use-dismiss.ts";

type MenuChoice = {
  key: string;
  label: string;
  icon?: ReactNode;
  /** Key or remark on the right. */
  hint?: ReactNode;
  /** Makes it one of several choices. */
  isChecked?: boolean;
  isDisabled?: boolean;
  /** Opens an address outside of the office in the same window. */
  href?: string;
  onChoose?: () => void;
};
export type MenuItem = MenuChoice | { key: string; isDivider: true };

/** Where a menu opens: at a point, or below a box with its left or right edge. */
export type MenuPlace = { x: number; y: number; align?: "start" | "end" };

export const below = (element: Element, align: "start" | "end" = "start"): MenuPlace => {
  const box = element.getBoundingClientRect();
  return { x: align === "end" ? box.right : box.left, y: box.bottom + 4, align };
};

/** Distance a menu keeps from the window's edge, in pixels. */
const MARGIN = 8;

/**
 * A menu by the ARIA pattern: arrow keys, Home, End, Enter; Esc, Tab and a press beside it close it
 * and focus returns.
 */
export function PopupMenu({
  label,
  place,
  items,
  header,
  onClose,
}: {
  label: string;
  place: MenuPlace;
  items: MenuItem[];
  header?: ReactNode;
  onClose: () => void;
}) {
  const box = useRef<HTMLDivElement>(null);
  useDismiss(box, onClose);

  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const { width, height } = element.getBoundingClientRect();
    const left = place.align === "end" ? place.x - width : place.x;
    element.style.left = `${Math.max(MARGIN, Math.min(left, window.innerWidth - width - MARGIN))}px`;
    element.style.top = `${Math.max(MARGIN, Math.min(place.y, window.innerHeight - height - MARGIN))}px`;
  }, [place]);

  useEffect(() => {
    const entries = choicesIn(box.current);
    (entries.find((each) => each.ariaChecked === "true") ?? entries[0])?.focus();
  }, []);

  const onKeyDown = (event: KeyboardEvent) => {
    const entries = choicesIn(box.current);
    const at = entries.indexOf(document.activeElement as HTMLElement);
    const next = {
      ArrowDown: entries[(at + 1) % entries.length],
      ArrowUp: entries[(at - 1 + entries.length) % entries.length],
      Home: entries[0],
      End: entries.at(-1),
    }[event.key];
    if (!next && event.key !== "Tab") return;
    event.preventDefault();
    if (next) next.focus();
    else onClose();
  };

  return (
    <div ref={box} className="o-menu">
      {header}
      <div role="menu" tabIndex={-1} aria-label={label} onKeyDown={onKeyDown}>
        {items.map((item) =>
          "isDivider" in item ? (
            <hr key={item.key} />
          ) : (
            <Choice key={item.key} item={item} onClose={onClose} />
          ),
        )}
      </div>
    </div>
  );
}

function Choice({ item, onClose }: { item: MenuChoice; onClose: () => void }) {
  const inside = (
    <>
      {item.isChecked !== undefined && (
        <CheckOutlined aria-hidden className={item.isChecked ? "" : "o-unseen"} />
      )}
      {item.icon}
      <span className="o-menu-label">{item.label}</span>
      {item.hint && <span className="o-menu-hint">{item.hint}</span>}
    </>
  );
  if (item.href) {
    return (
      <a role="menuitem" tabIndex={-1} href={item.href} onClick={onClose}>
        {inside}
      </a>
    );
  }
  const choose = () => {
    onClose();
    item.onChoose?.();
  };
  const shared = { tabIndex: -1, disabled: item.isDisabled, onClick: choose };
  if (item.isChecked === undefined) {
    return (
      <button type="button" role="menuitem" {...shared}>
        {inside}
      </button>
    );
  }
  return (
    <button type="button" role="menuitemradio" aria-checked={item.isChecked} {...shared}>
      {inside}
    </button>
  );
}

const choicesIn = (box: HTMLElement | null) => [
  ...(box?.querySelectorAll<HTMLElement>("[role^=menuitem]:not([disabled])") ?? []),
];
