import { shownDay } from "../../lib/text/undated.ts";
import { articleHref } from "../../site/addresses/category-href.ts";
import { SectionHead } from "../../site/lists/section-head.tsx";
import { Cover } from "../../site/reading/cover.tsx";
import type { Nearby } from "./reading/service.server.ts";

/** Their part remembers which one was chosen. */
export default function RelatedCards({ cards }: { cards: Nearby[] }) {
  return (
    <div className="wrap">
      <SectionHead id="related" title="相关阅读" />
      <ul>
        {cards.map((card) => (
          <li key={card.id}>
            <a href={articleHref(card.id)}>
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
            </a>
            <p>
              {card.typeName}
              <time>{shownDay(card.createTime).slice(5)}</time>
            </p>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The slip takes the colour of its drawing, whose name says it. */
const paletteOf = (cover: string) => /^\/art\/cover\/\w+-(\w+)-/.exec(cover)?.[1] ?? "ink";
