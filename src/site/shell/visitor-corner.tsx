import { type ReactElement, Suspense } from "react";
import { useLocation } from "react-router";
import { avatarUrl, useVisitor } from "../session/session.ts";
import Unread from "./unread.later.tsx";
import { useHydrated } from "./use-hydrated.ts";

/** Address of the log-in page, or the one to register, that comes back to where one is. */
export function useLoginHref(page: "/login" | "/register" = "/login"): string {
  const { pathname, search } = useLocation();
  const isHydrated = useHydrated();
  if (!isHydrated || pathname === "/" || pathname === page) return page;
  return `${page}?redirect=${encodeURIComponent(pathname + search)}`;
}

/** 登录 | 注册, or picture and nickname (specification 2). The page is the same for everyone until then. */
export function VisitorCorner(): ReactElement {
  const { user } = useVisitor();
  const loginHref = useLoginHref();
  const registerHref = useLoginHref("/register");
  if (user) {
    return (
      <>
        <a href="/personal" className="visitor" aria-label={`会员中心：${user.nickName}`}>
          <img src={avatarUrl(user.avatar)} alt="" width={32} height={32} />
          <span>{user.nickName}</span>
        </a>
        <Suspense>
          <Unread key={user.userId} />
        </Suspense>
      </>
    );
  }
  return (
    <span className="visitor-links">
      <a href={loginHref}>登录</a>
      <a href={registerHref}>注册</a>
    </span>
  );
}
