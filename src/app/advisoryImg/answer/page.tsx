import { onPage } from "#src/server/pages/page-context.ts";
import { pageMeta, siteOf } from "#src/site/addresses/page-meta.ts";
import { NeedsScript } from "#src/site/form/form.tsx";
import { topicsOf } from "../../advice/service.server.ts";
import { settings } from "../../system/config/service.server.ts";
import type { Route } from "./+types/page";
import { AnswerArea } from "./answer-area.tsx";

/** The number stands in the address where a link brings it: the browser reads it, the page is the same for all. */
export const handle = { cache: { query: [] } };

const PATH = "/advisoryImg/answer";
const NAME = "查看咨询答复";

export async function loader({ context }: Route.LoaderArgs) {
  const { context: app } = onPage(context, "site", "dict");
  const values = await settings(app);
  return {
    phone: values.get("advice.phone") || (values.get("site.phone") ?? ""),
    topics: await topicsOf(app),
  };
}

export const meta: Route.MetaFunction = ({ matches }) => [
  ...pageMeta({ title: NAME, path: PATH, ...siteOf(matches) }),
  { name: "robots", content: "noindex" },
];

export default function AnswerPage({ loaderData: { phone, topics } }: Route.ComponentProps) {
  return (
    <main className="wrap member-page">
      <h1>{NAME}</h1>
      <p>
        没有账号也可以看：填写提交时得到的编号和当时的手机号。登录后提交的，请到
        <a className="link" href="/personal/advice">
          我的咨询
        </a>
        查看。
      </p>
      <NeedsScript />
      <AnswerArea phone={phone} topics={topics} />
    </main>
  );
}
