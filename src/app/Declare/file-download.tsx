import type { ReactElement } from "react";
import { Link } from "react-router";
import type { Mine } from "../declaration/item/wire.ts";
import { childHref } from "./children.ts";
import type { DeclareFacts } from "./facts.ts";
import { StateMark } from "./state-mark.tsx";

type Props = { readonly mine: Mine; readonly facts: DeclareFacts };

/** From the publicity on there is a result to be told. */
const RESULTS = [6, 7, 8, 9, 10, 11, 12, 13];

/** Guides of the batches, the forms to print, and results of one's own. */
export function FileDownload({ mine, facts }: Props): ReactElement {
  const guides = mine.batches.filter(({ guideHref }) => guideHref);
  const results = mine.items.filter(({ state }) => RESULTS.includes(state));
  const forms = mine.items.filter(({ state }) => state !== 14);
  return (
    <>
      <h2 className="declare-title">资料与证书</h2>
      <section className="declare-section">
        <h3>申报指南</h3>
        {guides.length > 0 ? (
          <ul className="declare-links">
            {guides.map((batch) => (
              <li key={batch.id}>
                <a className="link" href={batch.guideHref}>{`${batch.batchName} · 申报指南`}</a>
              </li>
            ))}
          </ul>
        ) : (
          <p className="declare-none">
            申报指南随通知发布。
            {facts.noticesHref ? (
              <a className="link" href={facts.noticesHref}>
                查看通知公告
              </a>
            ) : null}
          </p>
        )}
      </section>
      <section className="declare-section">
        <h3>申报书</h3>
        {forms.length > 0 ? (
          <ul className="declare-links">
            {forms.map((item) => (
              <li key={item.id}>
                <Link className="link" to={childHref("getInfo", item.id)} preventScrollReset>
                  {`${item.title || "未填写名称"}（${item.itemNo}）· 打印申报书`}
                </Link>
              </li>
            ))}
          </ul>
        ) : (
          <p className="declare-none">开始填写以后，可以在这里下载申报书。</p>
        )}
      </section>
      <section className="declare-section">
        <h3>我的结果</h3>
        {results.length > 0 ? (
          <ul className="declare-links">
            {results.map((item) => (
              <li key={item.id}>
                <StateMark state={item.state} name={item.stateName} />{" "}
                <Link className="link" to={childHref("getInfo", item.id)} preventScrollReset>
                  {`${item.title}（${item.itemNo}）`}
                </Link>
              </li>
            ))}
          </ul>
        ) : (
          <p className="declare-none">公示、立项和结题的结果会显示在这里。</p>
        )}
      </section>
    </>
  );
}
