import { PAGE_SIZE } from "../../lib/pager.ts";
import { shownDay } from "../../lib/text/undated.ts";
import { listHref } from "../../site/addresses/category-href.ts";
import { RssIcon } from "../../site/drawings/icons.tsx";
import EmptyState from "../../site/lists/empty-state.later.tsx";
import { Pagination } from "../../site/lists/pagination.tsx";
import { ArticleLink } from "../../site/reading/article-link.tsx";
import { Cover } from "../../site/reading/cover.tsx";
import { useReads } from "../../site/reading/reads.ts";
import { TitleText } from "../../site/reading/title-text.tsx";
import type { ArticleCard, ArticlePage } from "../article/service.server.ts";

type ListProps = {
  head: { id: number; parentId: number; name: string };
  list: ArticlePage & {
    pageSize: number;
    sort: "newest" | "reads";
    most: ArticleCard[];
    /** The first title, cut where it may break. */
    leadTitle: string;
    palette: string;
    phone: string;
    /** The present year: dates of it are written without. */
    year: string;
  };
};

type Sort = ListProps["list"]["sort"];

/** The list of a category, and the column beside it. */
export function ArticleList({ head, list }: ListProps) {
  const { rows, total, pageNum, pageSize, sort, most, phone } = list;
  const reads = useReads(rows.map((row) => row.id));
  const base = listHref(head.parentId, head.id);
  const href = (page: number, size: number, order: Sort = sort) =>
    base +
    (page > 1 ? `&pageNum=${page}` : "") +
    (size === PAGE_SIZE ? "" : `&pageSize=${size}`) +
    (order === "newest" ? "" : `&sort=${order}`);
  const first = (pageNum - 1) * pageSize + 1;
  const lead = pageNum === 1 && sort === "newest" && rows[0]?.isTop ? rows[0] : undefined;
  return (
    <div className="wrap list-columns">
      <section aria-label={head.name}>
        <div className="list-bar">
          <p>
            {total === 0 ? "共 0 条" : `第 ${first}—${first + rows.length - 1} 条，共 ${total} 条`}
          </p>
          <nav aria-label="排序与订阅">
            <span>排序</span>
            <SortLink
              order="newest"
              sort={sort}
              to={href(1, pageSize, "newest")}
              label="最新发布"
            />
            <SortLink order="reads" sort={sort} to={href(1, pageSize, "reads")} label="阅读最多" />
            <a
              className="list-feed"
              href={`/rss.xml?typeId=${head.id}`}
              title={`用阅读器订阅“${head.name}”`}
            >
              <RssIcon size={16} />
              订阅
            </a>
          </nav>
        </div>
        {rows.length === 0 ? (
          <div className="list-empty">
            <EmptyState
              drawing="none"
              title="这一栏还没有内容"
              text="编辑部正在准备。先看看其他栏目的最新文章。"
              action={
                <a className="btn btn-outline" href="/">
                  返回首页
                </a>
              }
            />
          </div>
        ) : (
          <ol
            className="list-rows"
            data-years={rows.some((row) => !row.createTime.startsWith(list.year))}
          >
            {rows.map((card) =>
              card === lead ? (
                <Lead
                  key={card.id}
                  card={card}
                  title={list.leadTitle}
                  palette={list.palette}
                  reads={reads[card.id]}
                />
              ) : (
                <Row key={card.id} card={card} year={list.year} reads={reads[card.id]} />
              ),
            )}
          </ol>
        )}
        <Pagination
          total={total}
          pageNum={pageNum}
          pageSize={pageSize}
          href={(page, size) => href(page, size)}
        />
      </section>
      <aside aria-label="大家在读与帮助">
        <MostRead cards={most} />
        <div className="list-help">
          <h2>没有找到需要的内容？</h2>
          <p>可以用全站搜索，或在工作日致电秘书处 {phone}。</p>
          <a className="btn btn-outline btn-small" href="/search">
            全站搜索
          </a>
        </div>
      </aside>
    </div>
  );
}

function SortLink(props: { order: Sort; sort: Sort; to: string; label: string }) {
  return (
    <a href={props.to} aria-current={props.order === props.sort ? "true" : undefined}>
      {props.label}
    </a>
  );
}

/** 置顶, 重要, 会员: marks that help a reader choose. */
function Tags({ card }: { card: ArticleCard }) {
  return (
    <>
      {card.isTop ? (
        <span className="list-tag" data-kind="top">
          置顶
        </span>
      ) : null}
      {card.isImportant ? (
        <span className="list-tag" data-kind="important">
          重要
        </span>
      ) : null}
      {card.visible === "public" ? null : (
        <span className="list-tag">{card.visible === "member" ? "会员" : "登录"}</span>
      )}
    </>
  );
}

const readsText = (reads: number | undefined) => (reads === undefined ? "" : `阅读 ${reads}`);

type RowProps = { card: ArticleCard; reads: number | undefined };

function Row({ card, reads, year }: RowProps & { year: string }) {
  const day = shownDay(card.createTime);
  return (
    <li className="list-row">
      <time dateTime={day || undefined}>
        {day.startsWith(year) ? null : <small>{day.slice(0, 5)}</small>}
        {day.slice(5)}
      </time>
      <h2>
        <Tags card={card} />
        <ArticleLink article={card}>{card.articleName}</ArticleLink>
      </h2>
      <span className="list-source">{card.source}</span>
      <span className="list-reads">{readsText(reads)}</span>
    </li>
  );
}

/** The first pinned article of page 1, with its cover and summary. */
function Lead({ card, reads, palette, title }: RowProps & { palette: string; title: string }) {
  return (
    <li className="list-lead">
      <Cover
        articleId={card.id}
        cover={card.cover}
        motif=""
        palette={palette}
        label={card.typeName.slice(0, 2)}
        width={288}
        height={168}
        priority
      />
      <div>
        <h2>
          <Tags card={card} />
          <ArticleLink article={card}>
            <TitleText broken={title} />
          </ArticleLink>
        </h2>
        <p>{card.summary}</p>
        <p className="list-meta">
          <time dateTime={card.createTime.slice(0, 10)}>{card.createTime.slice(0, 10)}</time>
          <span>{card.source}</span>
          <span>{readsText(reads)}</span>
        </p>
      </div>
    </li>
  );
}

/** 大家在读: the five most read of the whole site. */
function MostRead({ cards }: { cards: ArticleCard[] }) {
  if (cards.length === 0) return null;
  return (
    <section className="most-read" aria-labelledby="most-read">
      <h2 id="most-read">大家在读</h2>
      <ol>
        {cards.map((card) => (
          <li key={card.id}>
            <ArticleLink article={card}>{card.articleName}</ArticleLink>
          </li>
        ))}
      </ol>
    </section>
  );
}
