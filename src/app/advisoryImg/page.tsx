import { asc, eq } from "drizzle-orm";
import { onPage } from "#src/server/pages/page-context.ts";
import { breadcrumbJsonLd } from "#src/site/addresses/breadcrumb-json-ld.ts";
import { pageMeta, siteOf } from "#src/site/addresses/page-meta.ts";
import { CRISIS_PHONES } from "#src/site/chat/chat-replies.ts";
import { Telephone } from "#src/site/footer/telephone.tsx";
import { PageHead } from "#src/site/lists/page-head.tsx";
import { SectionHead } from "#src/site/lists/section-head.tsx";
import { topicsOf } from "../advice/service.server.ts";
import { headOfPath } from "../areaxList/service.server.ts";
import { crisisWordsOf } from "../chat/service.server.ts";
import { settings } from "../system/config/service.server.ts";
import { WORK_FIELDS } from "../teacher/fields.ts";
import { teacher } from "../teacher/table.server.ts";
import type { Route } from "./+types/page";
import { AdviceForm } from "./advice-form.tsx";
import "./advice.css";

export const handle = { cache: { query: ["state"] } };

const PATH = "/advisoryImg";
const NAME = "咨询服务";
const INTRO = "养育孩子遇到难处，可以问一问。打热线，或者写下来，由学会的老师答复。";

const STEPS = [
  ["说一个问题", "先想好最想解决的一件事，写明孩子的年龄段和已经试过的办法。"],
  ["不写是谁", "不用写孩子的姓名、学校和证件号码，老师也不会问。"],
  ["老师受理", "由对口的老师办理，一般三个工作日内答复。"],
  ["查看答复", "有账号的在“我的咨询”里看，没有账号的凭编号和手机号看。"],
] as const;

/** Names of a team that are shown; the page of teachers has all. */
const NAMES = 4;

export async function loader({ context, request }: Route.LoaderArgs) {
  const {
    context: app,
    db,
    page,
  } = onPage(context, "menu", "site", "dict", "content", "entity:teacher");
  if (new URL(request.url).searchParams.get("state") === "1") page.meant.state = 1;
  const [head, values, topics, crisisWords, rows] = await Promise.all([
    headOfPath(app, PATH, NAME),
    settings(app),
    topicsOf(app),
    crisisWordsOf(app),
    db
      .select({ name: teacher.teacherName, field: teacher.field })
      .from(teacher)
      .where(eq(teacher.status, "0"))
      .orderBy(asc(teacher.orderNum), asc(teacher.id)),
  ]);
  const teams = Object.entries(WORK_FIELDS).flatMap(([field, label]) => {
    const names = rows.filter((row) => row.field === field).map(({ name }) => name);
    return names.length > 0
      ? [{ field, label, count: names.length, names: names.slice(0, NAMES) }]
      : [];
  });
  return {
    head: { ...head, name: NAME, intro: head.intro || INTRO },
    phone: values.get("advice.phone") || (values.get("site.phone") ?? ""),
    hours: values.get("advice.hours") || (values.get("site.hours") ?? ""),
    topics,
    crisisWords,
    teams,
  };
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  const site = siteOf(matches);
  return pageMeta({
    ...site,
    title: NAME,
    description: `${site.siteName}的家庭教育咨询：热线时间、专家团队与在线提交。`,
    path: PATH,
    jsonLd: breadcrumbJsonLd(site.origin, loaderData?.head.path ?? []),
  });
};

export default function AdvisoryPage({ loaderData }: Route.ComponentProps) {
  const { head, phone, hours, topics, crisisWords, teams } = loaderData;
  return (
    <main>
      <PageHead {...head} />
      <div className="wrap advice-page">
        <ol className="advice-steps" aria-label="怎样咨询">
          {STEPS.map(([title, text]) => (
            <li key={title}>
              <h2>{title}</h2>
              <p>{text}</p>
            </li>
          ))}
        </ol>
        <div className="advice-columns">
          <div className="advice-side">
            <section aria-labelledby="hotline-title" className="advice-hotline">
              <h2 id="hotline-title">咨询热线</h2>
              {phone ? <Telephone phone={phone} className="advice-phone" /> : null}
              {hours ? <p>{hours}</p> : null}
            </section>
            <section aria-labelledby="danger-title" className="advice-danger">
              <h2 id="danger-title">情况危急，请不要等</h2>
              <ul>
                {CRISIS_PHONES.map(({ number, label }) => (
                  <li key={number}>
                    {label}
                    <Telephone phone={number} className="link" />
                  </li>
                ))}
              </ul>
            </section>
            <section aria-labelledby="answer-title" className="advice-look">
              <h2 id="answer-title">查看答复</h2>
              <p>
                <a className="link" href="/advisoryImg/answer">
                  凭编号和手机号查看
                </a>
              </p>
              <p>
                <a className="link" href="/personal/advice">
                  登录后在“我的咨询”查看
                </a>
              </p>
            </section>
          </div>
          <section id="ask" aria-labelledby="ask-title" className="advice-ask">
            <h2 id="ask-title">在线提交咨询</h2>
            <AdviceForm topics={topics} crisisWords={crisisWords} phone={phone} />
          </section>
        </div>
        {teams.length > 0 ? (
          <section className="advice-teams" aria-labelledby="teams-title">
            <SectionHead
              title="专家团队"
              id="teams-title"
              link={{ label: "全部师资", href: "/teachersImg" }}
            />
            <ul>
              {teams.map(({ field, label, count, names }) => (
                <li key={field}>
                  <a href={`/teachersImg?field=${field}`}>
                    <strong>{label}</strong>
                    <span>
                      {names.join("、")}
                      {count > names.length ? ` 等 ${count} 位` : ""}
                    </span>
                  </a>
                </li>
              ))}
            </ul>
          </section>
        ) : null}
      </div>
    </main>
  );
}
