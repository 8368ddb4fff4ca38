import type { MouseEvent } from "react";
import { articleHref } from "../../site/addresses/category-href.ts";
import { ArticleLink } from "../../site/reading/article-link.tsx";
import { rememberArticle } from "../../site/session/session-store.ts";
import { Kept } from "../../site/shell/kept.tsx";
import type { Nearby, Surroundings } from "./reading/service.server.ts";
import RelatedCards from "./related-cards.later.tsx";

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
  // What is kept has no listeners of its own: the links are told by their address.
  const remember = (event: MouseEvent) => {
    const href = (event.target as Element).closest("a")?.getAttribute("href");
    const card = cards.find(({ id }) => articleHref(id) === href);
    if (card) rememberArticle(card);
  };
  return (
    <Kept as="section" className="related" aria-labelledby="related" onClick={remember}>
      <RelatedCards cards={cards} />
    </Kept>
  );
}
