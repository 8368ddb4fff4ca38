import type { ReactElement } from "react";
import { PhoneIcon, SpeakerIcon } from "../../site/drawings/icons.tsx";
import { Telephone } from "../../site/footer/telephone.tsx";
import { ArticleLink } from "../../site/reading/article-link.tsx";
import { readAloud, useCanRead } from "../../site/reading/read-aloud.ts";
import { Kept } from "../../site/shell/kept.tsx";
import ElderTiles from "./elder-tiles.later.tsx";
import type { loadHome } from "./service.server.ts";

type Home = Awaited<ReturnType<typeof loadHome>>;

const NOTICES = 4;

/** `8月29日` of a createTime. */
const spokenDay = (createTime: string) =>
  `${Number(createTime.slice(5, 7))}月${Number(createTime.slice(8, 10))}日`;

interface ElderHomeProps {
  readonly home: Home;
  readonly phone: string;
  readonly hours: string;
}

/** The simplified home of elder mode: six large tiles, the last notices, the telephone. */
export function ElderHome({ home, phone, hours }: ElderHomeProps): ReactElement {
  const canRead = useCanRead();
  const { side, elder } = home;
  return (
    <div className="elder-only elder-home wrap">
      <Kept as="nav" aria-label="常用服务">
        <ElderTiles tiles={elder} />
      </Kept>
      {side.articles.length > 0 ? (
        <section aria-labelledby="elder-notices">
          <h2 id="elder-notices">{side.href ? "最近通知" : side.title}</h2>
          <ul className="elder-notices">
            {side.articles.slice(0, NOTICES).map((article) => (
              <li key={article.id}>
                {canRead ? (
                  <button
                    type="button"
                    aria-label={`朗读：${article.articleName}`}
                    onClick={() => readAloud(article.articleName)}
                  >
                    <SpeakerIcon size={22} />
                  </button>
                ) : null}
                <p>
                  {article.isImportant ? <span className="tag-important">重要</span> : null}
                  <ArticleLink article={article}>{article.articleName}</ArticleLink>
                </p>
                <time dateTime={article.createTime.slice(0, 10)}>
                  {spokenDay(article.createTime)}
                </time>
              </li>
            ))}
          </ul>
          {side.href ? (
            <a className="btn btn-outline" href={side.href}>
              查看全部通知
            </a>
          ) : null}
        </section>
      ) : null}
      {phone ? (
        <section className="elder-phone" aria-label="电话">
          <PhoneIcon size={44} />
          <p>
            不会用？打电话问老师
            <Telephone phone={phone} />
          </p>
          {hours ? <p>{hours}</p> : null}
        </section>
      ) : null}
    </div>
  );
}
