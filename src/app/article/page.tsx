import { useRef, useState } from "react";
import { data } from "react-router";
import { idOfText } from "#src/lib/id-text.ts";
import { dressArticle } from "../../lib/article/article-html.ts";
import { plainText } from "../../lib/text/plain-text.ts";
import { spokenMinutes } from "../../lib/text/spoken-minutes.ts";
import { breakTitle } from "../../lib/text/title-breaks.ts";
import { shownDay } from "../../lib/text/undated.ts";
import { onPage } from "../../server/pages/page-context.ts";
import { articleHref, categoryHref } from "../../site/addresses/category-href.ts";
import { pageMeta, siteOf } from "../../site/addresses/page-meta.ts";
import { Breadcrumb } from "../../site/lists/breadcrumb.tsx";
import { ReadAloud, ShareAndPrint } from "../../site/reading/article-actions.tsx";
import "../../site/reading/article-styles.ts";
import { ArticleText, type Opened } from "../../site/reading/article-text.tsx";
import { Attachments } from "../../site/reading/attachments.tsx";
import { Contents } from "../../site/reading/contents.tsx";
import LockedText from "../../site/reading/locked-text.later.tsx";
import { PrintedOrigin } from "../../site/reading/printed-origin.tsx";
import { useCountedReads } from "../../site/reading/reads.ts";
import { TextSize, TextSizeScript } from "../../site/reading/text-size.tsx";
import { TitleText } from "../../site/reading/title-text.tsx";
import { categoryPath, categoryTree } from "../article_type/service.server.ts";
import { followOldAddress } from "../seo/redirects/follow/service.server.ts";
import { settings } from "../system/config/service.server.ts";
import type { Route } from "./+types/page";
import { Neighbours, Related, SameCategory } from "./around.tsx";
import { articleJsonLd } from "./json-ld.ts";
import { mayRead, readArticleInPlace, withText } from "./reading/service.server.ts";
import { nextChange } from "./service.server.ts";

export const handle = { cache: { query: ["articleId", "state"] } };

export async function loader({ request, context }: Route.LoaderArgs) {
  const { context: app, db, page } = onPage(context, "menu", "content");
  const id = idOfText(new URL(request.url).searchParams.get("articleId") ?? "");
  if (id === undefined) throw data(null, { status: 404 });
  page.tags.add(`article:${id}`);
  const [found, tree, until, values] = await Promise.all([
    readArticleInPlace(db, id),
    categoryTree(app),
    nextChange(app),
    settings(app),
  ]);
  if (!found) {
    await followOldAddress(app, articleHref(id));
    throw data(null, { status: 404 });
  }
  page.validUntil = Math.min(page.validUntil, until);
  page.meant.articleId = id;

  const isLocked = !mayRead(found.visible, undefined);
  const { html, contents } = isLocked ? { html: "", contents: [] } : dressArticle(found.content);
  const { content, attachments, around, seoTitle, seoDescription, ...article } = found;
  const categories = categoryPath(tree, found.typeId);
  const loaded = {
    article,
    // The shell marks this entry of the menu.
    menuId: categories[0]?.id ?? -1,
    isLocked,
    broken: breakTitle(found.articleName),
    contents,
    attachments: isLocked ? [] : attachments,
    minutes: spokenMinutes(isLocked ? "" : plainText(content)),
    path: categories.map((node) => ({
      label: node.bllName,
      href: categoryHref(node, node.children[0]),
    })),
    around,
    address: `${app.origin}${articleHref(id)}`,
    siteName: values.get("site.name") ?? "",
    // What search engines and shared links show, where the desk says otherwise than the article.
    shared: { title: seoTitle || undefined, description: seoDescription || undefined },
  };
  return withText(loaded, html, page.isData);
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  if (!loaderData) return [{ title: "文章不存在" }];
  const { article, isLocked, path, shared } = loaderData;
  const site = siteOf(matches);
  return pageMeta({
    ...site,
    title: shared.title ?? article.articleName,
    description: shared.description ?? article.summary,
    path: articleHref(article.id),
    type: "article",
    image: article.cover,
    jsonLd: articleJsonLd({ ...site, article, path, isLocked }),
  });
};

/** Another article is another page: its reads, its text and its state start anew. */
export default function ArticlePage({ loaderData }: Route.ComponentProps) {
  return <Article key={loaderData.article.id} {...loaderData} html={loaderData.html} />;
}

type ArticleProps = Route.ComponentProps["loaderData"];

function Article(props: ArticleProps) {
  const { article, isLocked, path, around, minutes } = props;
  const [opened, setOpened] = useState<Opened>();
  const body = useRef<HTMLDivElement>(null);
  const attachments = opened?.attachments ?? props.attachments;
  const contents = opened?.contents ?? props.contents;
  const entries =
    attachments.length > 0
      ? [...contents, { id: "attachments", text: `附件（${attachments.length}）` }]
      : contents;
  const canHear = !isLocked || opened !== undefined;
  const spoken = opened?.minutes ?? minutes;
  const hear = canHear ? (
    <ReadAloud title={article.articleName} body={body} minutes={spoken} />
  ) : null;
  return (
    <main className="article-page">
      <div className="article-wrap">
        <Breadcrumb items={[{ label: "首页", href: "/" }, ...path, { label: "正文" }]} />
        <ArticleHead {...props} canSize={canHear} />
        <div className="article-columns">
          <article aria-labelledby="title">
            <div className="article-hear">
              {hear}
              {canHear ? <TextSize /> : null}
            </div>
            {article.summary ? (
              <p className="article-summary">
                <b>提要</b>
                {article.summary}
              </p>
            ) : null}
            {opened ? <ArticleText ref={body} html={opened.html} /> : null}
            {!opened && isLocked ? (
              <LockedText id={article.id} visible={article.visible} onOpen={setOpened} />
            ) : null}
            {isLocked ? null : <ArticleText ref={body} html={props.html} />}
            <Attachments items={attachments} />
            <footer className="article-end">
              <p>
                {article.source ? <span>责任编辑：{article.source}</span> : null}
                <span>声明：转载请注明来源</span>
              </p>
              <ShareAndPrint title={article.articleName} />
            </footer>
            <PrintedOrigin
              articleId={article.id}
              siteName={props.siteName}
              source={article.source}
              createTime={article.createTime}
              address={props.address}
            />
            <Neighbours {...around} />
          </article>
          <aside aria-label="本文工具与同栏目文章">
            <div className="article-hear">{hear}</div>
            <Contents entries={entries} />
            <SameCategory cards={around.sameCategory} />
            <div className="article-qr">
              <img
                src={`/prod-api/api/bll/article/${article.id}/qr.svg`}
                alt="本文网址的二维码"
                width="96"
                height="96"
                loading="lazy"
              />
              <p>
                手机扫一扫
                <br />
                在手机上阅读
                <br />
                或转给家人
              </p>
            </div>
          </aside>
        </div>
      </div>
      <Related cards={around.related} />
    </main>
  );
}

function ArticleHead({ article, broken, canSize }: ArticleProps & { canSize: boolean }) {
  const reads = useCountedReads(article.id);
  return (
    <header className="article-head">
      <h1 id="title">
        <TitleText broken={broken} />
      </h1>
      {article.subtitle ? <p className="article-subtitle">{article.subtitle}</p> : null}
      <div className="article-meta">
        <dl>
          {article.source ? <Fact name="来源" value={article.source} /> : null}
          {article.author ? <Fact name="作者" value={article.author} /> : null}
          {shownDay(article.createTime) ? (
            <div>
              <dt className="sr-only">发布时间</dt>
              <dd>
                <time dateTime={`${article.createTime.replace(" ", "T")}+08:00`}>
                  {article.createTime.slice(0, 16)}
                </time>
              </dd>
            </div>
          ) : null}
          <div className="needs-js screen-only">
            <dt>阅读</dt>
            <dd>{reads ?? "—"}</dd>
          </div>
        </dl>
        <TextSizeScript />
        {canSize ? <TextSize /> : null}
      </div>
    </header>
  );
}

function Fact({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}
