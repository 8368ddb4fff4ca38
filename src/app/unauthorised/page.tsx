import { siteOf } from "../../site/addresses/page-meta.ts";
import EmptyState from "../../site/lists/empty-state.later.tsx";
import { useLoginHref } from "../../site/shell/visitor-corner.tsx";
import type { Route } from "./+types/page";

export const handle = { cache: { query: ["state"] } };

export const meta: Route.MetaFunction = ({ matches }) => [
  { title: `没有权限 - ${siteOf(matches).siteName}` },
  { name: "robots", content: "noindex" },
];

/** HTTP 200 like any page: it names the next step and refuses nothing (specification 2). */
export default function Unauthorised() {
  const loginHref = useLoginHref();
  return (
    <main className="wrap error-page">
      <EmptyState
        as="h1"
        drawing="failed"
        title="您没有访问权限"
        text="请先登录；如果已经登录，说明您的账号不能使用这一功能，可以联系秘书处开通。"
        action={
          <span className="flex flex-wrap justify-center gap-4">
            <a className="btn btn-primary" href={loginHref}>
              登录
            </a>
            <a className="btn btn-outline" href="/">
              返回首页
            </a>
          </span>
        }
      />
    </main>
  );
}
