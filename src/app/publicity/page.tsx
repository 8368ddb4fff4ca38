import { OBJECTION } from "#src/lib/declare/objection-life.ts";
import { PUBLIC_DAYS } from "#src/lib/declare/working-days.ts";
import { onPage } from "#src/server/pages/page-context.ts";
import { breadcrumbJsonLd } from "#src/site/addresses/breadcrumb-json-ld.ts";
import { pageMeta, siteOf } from "#src/site/addresses/page-meta.ts";
import EmptyState from "#src/site/lists/empty-state.later.tsx";
import { PageHead } from "#src/site/lists/page-head.tsx";
import { headOfPath } from "../areaxList/service.server.ts";
import { PUBLICITY_TAG, publicityNow } from "../declaration/objection/service.server.ts";
import { settings } from "../system/config/service.server.ts";
import type { Route } from "./+types/page";
import { Objecting, WithOwnObjections } from "./objecting.tsx";
import "./publicity.css";

export const handle = { cache: { query: [] } };

const PATH = "/publicity";
const NAME = "申报公示";
const INTRO = `评审委员会通过的项目，自公示次日起公示 ${PUBLIC_DAYS} 个工作日。`;

export async function loader({ context }: Route.LoaderArgs) {
  const {
    context: app,
    db,
    page,
  } = onPage(context, "menu", "site", PUBLICITY_TAG, "entity:declare_batch");
  const [head, values, shown] = await Promise.all([
    headOfPath(app, PATH, NAME),
    settings(app),
    publicityNow(db),
  ]);
  if (shown.next) page.validUntil = Math.min(page.validUntil, shown.next.getTime());
  return {
    head: { ...head, intro: head.intro || INTRO },
    phone: values.get("site.phone") ?? "",
    batches: shown.batches,
  };
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  const site = siteOf(matches);
  const title = loaderData?.head.name ?? NAME;
  const jsonLd = breadcrumbJsonLd(site.origin, loaderData?.head.path ?? []);
  return pageMeta({ ...site, title, description: INTRO, path: PATH, jsonLd });
};

export default function PublicityPage({
  loaderData: { head, phone, batches },
}: Route.ComponentProps) {
  return (
    <main>
      <PageHead {...head} />
      <div className="wrap publicity">
        {batches.length === 0 ? (
          <EmptyState
            drawing="none"
            title="现在没有公示中的项目"
            text="评审委员会通过的项目会在这里公示，结果随通知公告发布。"
          />
        ) : (
          <p className="publicity-rule">
            对公示内容有异议的，请在截止前登录后实名提出，写明理由和依据（{OBJECTION.least}{" "}
            字以上）。学会对提出人的姓名和联系方式保密，核实后逐一答复
            {phone ? `；也可以致电 ${phone}` : ""}。
          </p>
        )}
        <WithOwnObjections>
          {batches.map((batch) => (
            <section key={batch.id} aria-labelledby={`batch-${batch.id}`}>
              <h2 id={`batch-${batch.id}`}>{batch.batchName}</h2>
              <ol className="publicity-list">
                {batch.items.map((item) => (
                  <li key={item.id}>
                    <h3>{item.title}</h3>
                    <p className="publicity-facts">
                      {item.award ? <b>{item.award}</b> : null}
                      <span>{item.itemNo}</span>
                      <span>{item.category}</span>
                      <span>{item.unitName}</span>
                      {item.leader ? <span>{item.leader}</span> : null}
                    </p>
                    <p className="publicity-until">
                      公示期：<time>{item.from}</time> 至 <time>{item.until}</time>
                    </p>
                    <Objecting itemId={item.id} title={item.title} />
                  </li>
                ))}
              </ol>
            </section>
          ))}
        </WithOwnObjections>
      </div>
    </main>
  );
}
