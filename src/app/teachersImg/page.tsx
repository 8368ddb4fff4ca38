import { and, asc, eq } from "drizzle-orm";
import { data } from "react-router";
import { idOfText } from "#src/lib/id-text.ts";
import { onPage } from "#src/server/pages/page-context.ts";
import { breadcrumbJsonLd } from "#src/site/addresses/breadcrumb-json-ld.ts";
import { pageMeta, siteOf } from "#src/site/addresses/page-meta.ts";
import EmptyState from "#src/site/lists/empty-state.later.tsx";
import "#src/site/lists/filter-links.css";
import { PageHead } from "#src/site/lists/page-head.tsx";
import { headOfPath } from "../areaxList/service.server.ts";
import { WORK_FIELDS } from "../teacher/fields.ts";
import { teacher } from "../teacher/table.server.ts";
import type { Route } from "./+types/page";
import { TeacherDetail } from "./detail.tsx";
import { Portrait } from "./portrait.tsx";
import "./teachers.css";

export const handle = { cache: { query: ["field", "id"] } };

const PATH = "/teachersImg";
const NAME = "师资专家";

/** All that are shown, or one of them by `id`; `field` is a number of WORK_FIELDS. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { context: app, db, page } = onPage(context, "menu", "content", "entity:teacher");
  const query = new URL(request.url).searchParams;
  const head = await headOfPath(app, PATH, NAME);
  const { id, teacherName, field, title, unit, intro, picture, content, courses } = teacher;
  const shown = { id, teacherName, field, title, unit, intro, picture };
  if (query.has("id")) {
    const asked = idOfText(query.get("id") ?? "");
    if (asked === undefined) throw data(null, { status: 404 });
    const [one] = await db
      .select({ ...shown, content, courses })
      .from(teacher)
      .where(and(eq(id, asked), eq(teacher.status, "0")));
    if (!one) throw data(null, { status: 404 });
    page.meant.id = asked;
    const here = { label: one.teacherName, href: `${PATH}?id=${asked}` };
    return { head: { ...head, path: [...head.path, here] }, one, rows: [], fields: [], field: "" };
  }
  const all = await db
    .select(shown)
    .from(teacher)
    .where(eq(teacher.status, "0"))
    .orderBy(asc(teacher.orderNum), asc(id));
  const fields = Object.entries(WORK_FIELDS).flatMap(([key, label]) => {
    const count = all.filter((row) => row.field === key).length;
    return count > 0 ? [{ key, label, count }] : [];
  });
  const asked = query.get("field") ?? "";
  const chosen = fields.some(({ key }) => key === asked) ? asked : "";
  if (chosen) page.meant.field = chosen;
  const rows = chosen ? all.filter((row) => row.field === chosen) : all;
  return { head, one: undefined, rows, fields, field: chosen };
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  const site = siteOf(matches);
  const name = loaderData?.head.name ?? NAME;
  const { one, field = "" } = loaderData ?? {};
  const jsonLd = breadcrumbJsonLd(site.origin, loaderData?.head.path ?? []);
  if (one) {
    const title = `${one.teacherName} - ${name}`;
    const image = one.picture;
    const path = `${PATH}?id=${one.id}`;
    return pageMeta({ ...site, title, description: one.intro, path, image, jsonLd });
  }
  return pageMeta({
    ...site,
    title: field ? `${WORK_FIELDS[field] ?? ""} - ${name}` : name,
    description: loaderData?.head.intro || `${site.siteName}的师资与专家，按研究领域查找。`,
    path: field ? `${PATH}?field=${field}` : PATH,
    jsonLd,
  });
};

export default function TeachersPage({ loaderData }: Route.ComponentProps) {
  const { head, one, rows, fields, field } = loaderData;
  if (one) return <TeacherDetail head={head} of={one} />;
  return (
    <main>
      <PageHead {...head} />
      <div className="wrap teachers">
        {rows.length === 0 ? (
          <EmptyState
            drawing="none"
            title="这一页还没有内容"
            text="学会正在整理师资与专家的资料。"
          />
        ) : (
          <>
            <nav className="filter-links" aria-label="按领域筛选">
              <a href={PATH} aria-current={field === "" ? "page" : undefined}>
                全部领域
              </a>
              {fields.map(({ key, label, count }) => (
                <a
                  key={key}
                  href={`${PATH}?field=${key}`}
                  aria-current={field === key ? "page" : undefined}
                >
                  {label}
                  <small>{count}</small>
                </a>
              ))}
            </nav>
            <ul className="teacher-cards">
              {rows.map((row) => (
                <li key={row.id}>
                  <Portrait name={row.teacherName} picture={row.picture} width={120} />
                  <div>
                    <h2>
                      <a href={`${PATH}?id=${row.id}`}>{row.teacherName}</a>
                    </h2>
                    <p className="teacher-title">
                      {[row.title, row.unit].filter(Boolean).join(" · ")}
                    </p>
                    <p>{row.intro}</p>
                    <p className="teacher-field">{WORK_FIELDS[row.field]}</p>
                  </div>
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
    </main>
  );
}
