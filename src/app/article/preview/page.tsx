import { data } from "react-router";
import { dressArticle } from "#src/lib/article/article-html.ts";
import { breakTitle } from "#src/lib/text/title-breaks.ts";
import { onPage } from "#src/server/pages/page-context.ts";
import { Breadcrumb } from "#src/site/lists/breadcrumb.tsx";
import { ArticleText } from "#src/site/reading/article-text.tsx";
import { Attachments } from "#src/site/reading/attachments.tsx";
import { Contents } from "#src/site/reading/contents.tsx";
import { TitleText } from "#src/site/reading/title-text.tsx";
import { readPreview } from "../desk/service.server.ts";
import type { Route } from "./+types/page";
import "#src/site/reading/article-styles.ts";
import "./preview.css";

const WHO: Readonly<Record<string, string>> = {
  login: "登录后可读",
  member: "会员可读",
};

/** The article as the link shows it. Never cached: the link runs out. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { db, page } = onPage(context);
  page.validUntil = 0;
  const key = new URL(request.url).searchParams.get("key") ?? "";
  const found = await readPreview(db, key);
  if (!found) throw data(null, { status: 404 });
  const { fields, typeName, expireTime } = found;
  const { content, ...rest } = fields;
  const { html, contents } = dressArticle(content);
  return {
    fields: rest,
    typeName,
    expireTime,
    html,
    contents,
    broken: breakTitle(rest.articleName),
  };
}

export const headers: Route.HeadersFunction = () => ({
  "cache-control": "no-store",
  "referrer-policy": "no-referrer",
  "x-robots-tag": "noindex, nofollow",
});

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: loaderData ? `预览：${loaderData.fields.articleName || "未命名"}` : "预览链接已失效" },
  { name: "robots", content: "noindex, nofollow" },
  { name: "referrer", content: "no-referrer" },
];

export default function PreviewPage({ loaderData }: Route.ComponentProps) {
  const { fields, typeName, expireTime, html, contents, broken } = loaderData;
  const { source, author, publishTime, subtitle, summary, attachments, visible } = fields;
  const facts: [string, string][] = [
    ["来源", source],
    ["作者", author],
    ["发布时间", publishTime?.slice(0, 16) ?? "发布后显示"],
  ];
  const entries =
    attachments.length > 0
      ? [...contents, { id: "attachments", text: `附件（${attachments.length}）` }]
      : contents;
  return (
    <main className="article-page">
      <p className="preview-strip" role="note">
        <b>预览，尚未发布</b>
        <span>
          {WHO[visible] ? `${WHO[visible]}，` : ""}链接 {expireTime.slice(0, 16)} 失效
        </span>
      </p>
      <div className="article-wrap">
        <Breadcrumb
          items={[
            { label: "首页", href: "/" },
            { label: typeName || "未选栏目" },
            { label: "正文" },
          ]}
        />
        <header className="article-head">
          <h1 id="title">
            <TitleText broken={broken} />
          </h1>
          {subtitle ? <p className="article-subtitle">{subtitle}</p> : null}
          <div className="article-meta">
            <dl>
              {facts.map(([name, value]) =>
                value ? (
                  <div key={name}>
                    <dt>{name}</dt>
                    <dd>{value}</dd>
                  </div>
                ) : null,
              )}
            </dl>
          </div>
        </header>
        <div className="article-columns">
          <article aria-labelledby="title">
            {summary ? (
              <p className="article-summary">
                <b>提要</b>
                {summary}
              </p>
            ) : null}
            <ArticleText html={html} />
            <Attachments items={attachments} />
            <footer className="article-end">
              <p>
                {source ? <span>责任编辑：{source}</span> : null}
                <span>声明：转载请注明来源</span>
              </p>
            </footer>
          </article>
          <aside aria-label="本文目录">
            <Contents entries={entries} />
          </aside>
        </div>
      </div>
    </main>
  );
}
