import { type ReactElement, useEffect, useRef } from "react";
import { useLocation } from "react-router";
import {
  ChevronDownIcon,
  ChevronRightIcon,
  CloseIcon,
  ExternalIcon,
  MenuIcon,
  SearchIcon,
} from "../drawings/icons.tsx";
import { useVisitor } from "../session/session.ts";
import { rememberMenu } from "../session/session-store.ts";
import { outside, useChosen } from "./main-menu.tsx";
import type { MenuItem, SiteFacts } from "./site-facts.ts";
import { useLoginHref } from "./visitor-corner.tsx";

/** Shuts a <details> when the page changes and on Esc, with the focus back on its summary. */
function useShutting() {
  const box = useRef<HTMLDetailsElement>(null);
  const { key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key changes with every navigation
  useEffect(() => {
    if (box.current) box.current.open = false;
  }, [key]);
  useEffect(() => {
    const onKeyDown = (event: globalThis.KeyboardEvent) => {
      if (event.key !== "Escape" || event.defaultPrevented || !box.current?.open) return;
      box.current.open = false;
      box.current.querySelector("summary")?.focus();
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, []);
  return box;
}

/**
 * The two toggles of narrow screens. Both are <details>, so that they work without JavaScript; the
 * search box is the header's own, shown by CSS while one of them is open.
 */
export function PhoneToggles(props: {
  readonly items: readonly MenuItem[];
  readonly site: SiteFacts;
}): ReactElement {
  const search = useShutting();
  const menu = useShutting();
  return (
    <div className="phone-toggles">
      <details
        ref={search}
        className="phone-search"
        name="phone-panel"
        onToggle={(event) => {
          if (!event.currentTarget.open) return;
          event.currentTarget.closest("header")?.querySelector("input")?.focus();
        }}
      >
        <summary aria-label="搜索">
          <SearchIcon size={24} className="when-shut" />
          <CloseIcon size={24} className="when-open" />
        </summary>
      </details>
      <details ref={menu} className="phone-menu" name="phone-panel">
        <summary>
          <span className="sr-only">菜单</span>
          <MenuIcon size={26} className="when-shut" />
          <CloseIcon size={26} className="when-open" />
          <span className="elder-only">全部栏目</span>
        </summary>
        <Sheet {...props} />
      </details>
    </div>
  );
}

function Sheet(props: { readonly items: readonly MenuItem[]; readonly site: SiteFacts }) {
  const { items, site } = props;
  const chosen = useChosen();
  return (
    <div className="sheet">
      <nav aria-label="主菜单">
        <ul>
          <li>
            <a href="/" aria-current={chosen.topId === 0 ? "page" : undefined}>
              首页
            </a>
          </li>
          {items.map((item) => (
            <li key={item.id}>
              {item.children.length > 0 ? (
                <Branch item={item} isHere={chosen.topId === item.id} childId={chosen.childId} />
              ) : (
                <a
                  href={item.href}
                  aria-current={chosen.topId === item.id ? "page" : undefined}
                  onClick={() => rememberMenu(item.id)}
                  {...(item.isExternal ? outside : {})}
                >
                  {item.label}
                  {item.isExternal ? <ExternalIcon size={18} /> : null}
                </a>
              )}
            </li>
          ))}
        </ul>
      </nav>
      <SheetFoot site={site} />
    </div>
  );
}

/** `name` keeps one branch open at a time. */
function Branch(props: {
  readonly item: MenuItem;
  readonly isHere: boolean;
  readonly childId: number;
}) {
  const { item, isHere, childId } = props;
  return (
    <details name="phone-branch" data-here={isHere ? "" : undefined}>
      <summary>
        {item.label}
        <ChevronDownIcon size={18} />
      </summary>
      <ul>
        {item.children.map((child) => (
          <li key={child.id}>
            <a
              href={child.href}
              aria-current={childId === child.id ? "page" : undefined}
              onClick={() => rememberMenu(item.id, child.id)}
              {...(child.isExternal ? outside : {})}
            >
              {child.label}
              <ChevronRightIcon size={16} />
            </a>
          </li>
        ))}
      </ul>
    </details>
  );
}

function SheetFoot({ site }: { readonly site: SiteFacts }) {
  const { user } = useVisitor();
  const loginHref = useLoginHref();
  const registerHref = useLoginHref("/register");
  return (
    <div className="sheet-foot">
      {user ? (
        <a className="btn btn-primary" href="/personal">
          会员中心
        </a>
      ) : (
        <>
          <a className="btn btn-primary" href={loginHref}>
            登录
          </a>
          <a className="btn btn-outline" href={registerHref}>
            注册
          </a>
        </>
      )}
      <p>
        {site.phone ? <span>电话 {site.phone}</span> : null}
        {site.hours ? <span>{site.hours}</span> : null}
      </p>
    </div>
  );
}
