import { useLocation } from "react-router";

const TABS = [
  ["/personal", "个人资料"],
  ["/personal/messages", "消息"],
] as const;

/** The pages of one who is logged in. */
export function PersonalTabs() {
  const { pathname } = useLocation();
  return (
    <nav className="personal-tabs" aria-label="个人中心">
      {TABS.map(([href, label]) => (
        <a key={href} href={href} aria-current={pathname === href ? "page" : undefined}>
          {label}
        </a>
      ))}
    </nav>
  );
}
