import type { KeyboardEvent, ReactElement } from "react";
import { useLocation, useMatches } from "react-router";
import { ChevronRightIcon, ExternalIcon } from "../drawings/icons.tsx";
import { rememberMenu } from "../session/session-store.ts";
import type { MenuItem } from "./site-facts.ts";

/** Attributes of a link that leaves the site. */
export const outside = { target: "_blank", rel: "noopener noreferrer" } as const;

/** The chosen entry by the address: 0 is the home page, -1 none. */
export type Chosen = { topId: number; childId: number };

/**
 * The entry a page belongs to: a list page by its address, an article by `menuId`, the id of its top
 * category, in what the page's loader gave.
 */
export function useChosen(): Chosen {
  const { pathname, search } = useLocation();
  const matches = useMatches();
  if (pathname === "/" || pathname === "/index") return { topId: 0, childId: -1 };
  if (pathname === "/areaxList") {
    const query = new URLSearchParams(search);
    return {
      topId: Number(query.get("parentId") ?? -1),
      childId: Number(query.get("tabIndex") ?? -1),
    };
  }
  for (const { loaderData } of matches) {
    const menuId = (loaderData as { menuId?: unknown } | undefined)?.menuId;
    if (typeof menuId === "number") return { topId: menuId, childId: -1 };
  }
  return { topId: -1, childId: -1 };
}

/** Left and right go along the entries, down into the sub-list and on, up back, Esc shuts it. */
function onKeyDown(event: KeyboardEvent<HTMLUListElement>): void {
  const entry = (event.target as Element).closest<HTMLElement>(".menu > li");
  const list = entry?.parentElement;
  if (!entry || !list) return;
  const focus = (target: Element | null | undefined) => {
    if (!(target instanceof HTMLElement)) return;
    event.preventDefault();
    target.focus();
  };
  const links = [...entry.querySelectorAll<HTMLElement>("a")];
  const at = links.indexOf(document.activeElement as HTMLElement);
  const beside = (next: Element | null, end: Element | null) => (next ?? end)?.querySelector("a");
  if (event.key === "ArrowRight") focus(beside(entry.nextElementSibling, list.firstElementChild));
  if (event.key === "ArrowLeft") focus(beside(entry.previousElementSibling, list.lastElementChild));
  if (event.key === "ArrowUp") focus(links[at - 1]);
  if (event.key === "ArrowDown") {
    delete entry.dataset.shut;
    focus(links[at + 1] ?? links[1]);
  }
  if (event.key === "Escape") {
    entry.dataset.shut = "";
    focus(links[0]);
  }
}

/** A sub-list that was shut opens again when pointer or focus come back. */
function reopen(event: { currentTarget: HTMLElement; relatedTarget?: EventTarget | null }): void {
  const { currentTarget, relatedTarget } = event;
  if (!(relatedTarget instanceof Node) || !currentTarget.contains(relatedTarget)) {
    delete currentTarget.dataset.shut;
  }
}

/** The menu bar of wide screens; its sub-lists open by :hover and :focus-within alone. */
export function MainMenu({ items }: { readonly items: readonly MenuItem[] }): ReactElement {
  const chosen = useChosen();
  return (
    <nav className="menu-bar" aria-label="主菜单">
      <ul className="menu wrap" onKeyDown={onKeyDown}>
        <li>
          <a href="/" aria-current={chosen.topId === 0 ? "page" : undefined}>
            首页
          </a>
        </li>
        {items.map((item) => (
          <Entry key={item.id} item={item} chosen={chosen} />
        ))}
      </ul>
    </nav>
  );
}

function Entry({ item, chosen }: { readonly item: MenuItem; readonly chosen: Chosen }) {
  const isHere = chosen.topId === item.id;
  return (
    <li onMouseLeave={reopen} onBlur={reopen}>
      <a
        href={item.href}
        aria-current={isHere ? (chosen.childId === -1 ? "true" : "page") : undefined}
        onClick={() => rememberMenu(item.id, item.children[0]?.id)}
        {...(item.isExternal ? outside : {})}
      >
        {item.label}
        {item.isExternal ? <ExternalIcon size={15} /> : null}
      </a>
      {item.children.length > 0 ? (
        <ul className="sub-menu">
          {item.children.map((child) => (
            <li key={child.id}>
              <a
                href={child.href}
                aria-current={chosen.childId === child.id ? "page" : undefined}
                onClick={() => rememberMenu(item.id, child.id)}
                {...(child.isExternal ? outside : {})}
              >
                {child.label}
                <ChevronRightIcon size={15} />
              </a>
            </li>
          ))}
        </ul>
      ) : null}
    </li>
  );
}
