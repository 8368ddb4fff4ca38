import { shownDay } from "../../lib/text/undated.ts";
import { SectionHead } from "../../site/lists/section-head.tsx";
import { ArticleLink } from "../../site/reading/article-link.tsx";
import { Cover } from "../../site/reading/cover.tsx";
import type { Nearby, Surroundings } from "./reading/service.server.ts";

/** 上一篇 and 下一篇 of the category's list. */
export function Neighbours({ previous, next }: Pick<Surroundings, "previous" | "next">) {
  if (!previous && !next) return null;
  return (
    <nav className="neighbours" aria-label="上一篇和下一篇">
      <Neighbour label="上一篇" card={previous} none="已是最新一篇" />
      <Neighbour label="下一篇" card={next} none="已是最早一篇" />
    </nav>
  );
}

function Neighbour(props: { label: string; card: Nearby | undefined; none: string }) {
  const { label, card, none } = props;
  return (
    <p>
      <span>{label}</span>
      {card ? <ArticleLink article={card}>{card.articleName}</ArticleLink> : <i>{none}</i>}
    </p>
  );
}

/** 同一栏目 of the aside. */
export function SameCategory({ cards }: { cards: Nearby[] }) {
  if (cards.length === 0) return null;
  return (
    <section className="aside-list" aria-labelledby="same-category">
      <h2 id="same-category">同一栏目</h2>
      <ul>
        {cards.map((card) => (
          <li key={card.id}>
            <ArticleLink article={card}>{card.articleName}</ArticleLink>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** 相关阅读 with covers, on paper. */
export function Related({ cards }: { cards: Nearby[] }) {
  if (cards.length === 0) return null;
  return (
    <section className="related" aria-labelledby="related">
      <div className="wrap">
        <SectionHead id="related" title="相关阅读" />
        <ul>
          {cards.map((card) => (
            <li key={card.id}>
              <ArticleLink article={card}>
                <Cover
                  articleId={card.id}
                  cover={card.cover}
                  motif=""
                  palette={paletteOf(card.cover)}
                  label={card.typeName.slice(0, 2)}
                  width={384}
                  height={176}
                />
                <b>{card.articleName}</b>
              </ArticleLink>
              <p>
                {card.typeName}
                <time>{shownDay(card.createTime).slice(5)}</time>
              </p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

/** The slip takes the colour of its drawing, whose name says it. */
const paletteOf = (cover: string) => /^\/art\/cover\/\w+-(\w+)-/.exec(cover)?.[1] ?? "ink";
