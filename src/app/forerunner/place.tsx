import { ChevronDownIcon } from "#src/site/drawings/icons.tsx";
import "#src/site/reading/article-text.css";
import { ArticleText } from "#src/site/reading/article-text.tsx";
import { Cover } from "#src/site/reading/cover.tsx";
import { KINDS, PROVINCE_NAMES } from "./fields.ts";
import type { forerunner } from "./table.server.ts";

/** What the page is narrowed to; empty: not at all. */
export type Asked = { province: string; batch: string };

/** The address of the page, narrowed to these. */
export function hrefOf(asked: Asked): string {
  const query = new URLSearchParams(Object.entries(asked).filter(([, value]) => value !== ""));
  return query.size > 0 ? `/forerunner?${query}` : "/forerunner";
}

type Row = Pick<
  typeof forerunner.$inferSelect,
  "placeName" | "kind" | "province" | "batch" | "intro" | "picture" | "content" | "caseUrl"
>;

/** One place or unit of the list. */
export function Place({ row }: { readonly row: Row }) {
  const { placeName, kind, province, batch, intro, picture, content, caseUrl } = row;
  return (
    <li>
      {picture ? (
        <div className="forerunner-picture">
          <Cover articleId={0} cover={picture} motif="" palette="" width={240} height={160} />
        </div>
      ) : null}
      <h2>{placeName}</h2>
      <p className="forerunner-facts">
        <span>{KINDS[kind]}</span>
        {PROVINCE_NAMES[province]} · {batch} 年批次
      </p>
      <p>{intro}</p>
      {content ? (
        <details className="group">
          <summary>
            经验做法<span className="sr-only">：{placeName}</span>
            <ChevronDownIcon size={16} className="group-open:rotate-180" />
          </summary>
          <ArticleText html={content} />
        </details>
      ) : null}
      {caseUrl ? (
        <p>
          <a className="link" href={caseUrl}>
            阅读案例文章<span className="sr-only">：{placeName}</span>
          </a>
        </p>
      ) : null}
    </li>
  );
}
