import { useLocation } from "react-router";

const TABS = [
  ["/personal", "资料"],
  ["/personal/membership", "会籍"],
  ["/personal/activities", "报名"],
  ["/personal/messages", "消息"],
  ["/personal/advice", "咨询"],
  ["/personal/receipts", "票据"],
  ["/personal/files", "文件"],
  ["/personal/security", "安全"],
  ["/personal/privacy", "隐私"],
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
