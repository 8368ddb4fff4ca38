import { type HeadProps, PageHead } from "#src/site/lists/page-head.tsx";
import "#src/site/reading/article-text.css";
import { ArticleText } from "#src/site/reading/article-text.tsx";
import { WORK_FIELDS } from "../teacher/fields.ts";
import type { teacher } from "../teacher/table.server.ts";
import { Portrait } from "./portrait.tsx";

type Teacher = Pick<
  typeof teacher.$inferSelect,
  "teacherName" | "field" | "title" | "unit" | "intro" | "picture" | "content" | "courses"
>;

/** One teacher, at an address of their own. */
export function TeacherDetail({ head, of }: { readonly head: HeadProps; readonly of: Teacher }) {
  const facts = [
    ["领域", WORK_FIELDS[of.field]],
    ["职称或职务", of.title],
    ["工作单位", of.unit],
  ].filter(([, value]) => value);
  return (
    <main>
      <PageHead {...head} name={of.teacherName} intro={of.intro} tabs={[]} />
      <div className="wrap teacher">
        <Portrait name={of.teacherName} picture={of.picture} width={210} />
        <div>
          <dl>
            {facts.map(([label, value]) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
          {of.content && (
            <section aria-labelledby="teacher-about">
              <h2 id="teacher-about">个人介绍</h2>
              <ArticleText html={of.content} />
            </section>
          )}
          {of.courses && (
            <section aria-labelledby="teacher-courses">
              <h2 id="teacher-courses">讲授课程</h2>
              <ArticleText html={of.courses} />
            </section>
          )}
          <p>
            <a className="btn btn-outline" href={`/teachersImg?field=${of.field}`}>
              查看同领域的师资
            </a>
          </p>
        </div>
      </div>
    </main>
  );
}
