import { breadcrumbJsonLd } from "../../site/addresses/breadcrumb-json-ld.ts";
import { articleHref } from "../../site/addresses/category-href.ts";
import { cardOf } from "../../site/addresses/page-meta.ts";

type Described = {
  origin: string;
  siteName: string;
  article: {
    id: number;
    articleName: string;
    summary: string;
    createTime: string;
    updateTime: string | null;
    cover: string;
    source: string;
    author: string;
    keywords: string;
    typeName: string;
  };
  path: { label: string; href: string }[];
  isLocked: boolean;
};

const moment = (text: string) => `${text.replace(" ", "T")}+08:00`;

/** schema.org description of an article page: the article and its breadcrumb. */
export function articleJsonLd({ origin, siteName, article, path, isLocked }: Described) {
  const url = `${origin}${articleHref(article.id)}`;
  const publisher = { "@type": "Organization", name: siteName, url: origin };
  return {
    "@graph": [
      {
        "@type": "NewsArticle",
        headline: article.articleName,
        description: article.summary,
        url,
        mainEntityOfPage: url,
        datePublished: moment(article.createTime),
        dateModified: moment(article.updateTime ?? article.createTime),
        image: `${origin}${cardOf(article.cover)}`,
        inLanguage: "zh-CN",
        articleSection: article.typeName,
        isAccessibleForFree: !isLocked,
        ...(article.keywords ? { keywords: article.keywords } : {}),
        author: article.author
          ? { "@type": "Person", name: article.author }
          : { "@type": "Organization", name: article.source || siteName },
        publisher,
      },
      breadcrumbJsonLd(origin, [
        ...path,
        { label: article.articleName, href: articleHref(article.id) },
      ]),
    ],
  };
}
