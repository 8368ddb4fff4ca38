import { useQuery } from "@tanstack/react-query";
import { Button } from "antd";
import { useEffect } from "react";
import { filesIn } from "#src/lib/declare/read-values.ts";
import { slotsOf, typedSections } from "#src/lib/declare/schema.ts";
import { shownField } from "#src/lib/declare/shown-field.ts";
import { sizeText } from "#src/lib/upload/upload-rules.ts";
import { Mark } from "#src/office/form/dict.tsx";
import { Failure } from "#src/office/shell/card.tsx";
import { PageSkeleton } from "#src/office/shell/skeleton.tsx";
import { useTab } from "#src/office/tabs/tab.tsx";
import type { ItemWhole } from "../wire.ts";
import { ITEM, printForm, readItem } from "./calls.ts";
import { VerdictBar } from "./verdict-bar.tsx";
import { stateMark } from "./verdicts.ts";

/** Links of private files live for ten minutes. */
const FRESH_MS = 8 * 60_000;

/** One declaration: what it says, its papers, its history, and what may be done with it. */
export default function ItemPage({ itemId }: { itemId: number }) {
  const tab = useTab();
  const { data, error, refetch } = useQuery({
    queryKey: [ITEM, "item", itemId],
    queryFn: () => readItem(itemId),
    meta: { isQuiet: true },
    refetchInterval: FRESH_MS,
  });
  const title = data?.title;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the tab's functions are new each time
  useEffect(() => {
    if (title) tab.setTitle(title);
  }, [title]);
  if (error && !data) return <Failure error={error} onRetry={() => void refetch()} />;
  if (!data) return <PageSkeleton />;
  return (
    <div className="de-item">
      <header>
        <h1>{data.title}</h1>
        <Mark entry={stateMark(data)} />
        <span>{data.itemNo}</span>
        <span>{data.batchName}</span>
        {data.awardName ? <span>{data.awardName}</span> : null}
        {data.gradeName ? <span>{data.gradeName}</span> : null}
        {data.publicUntil && data.state === 6 ? (
          <span>{`公示至 ${data.publicUntil.slice(0, 16)}`}</span>
        ) : null}
        <Button size="small" onClick={() => void printForm(data)}>
          下载申报书
        </Button>
      </header>
      <div className="de-body">
        <div>
          <Sections info={data} />
        </div>
        <aside>
          <Papers info={data} />
          <section className="de-card">
            <h2>办理过程</h2>
            <ol>
              {data.timeline.map((step) => (
                <li key={`${step.time}-${step.action}`}>
                  <b>{step.name}</b>
                  <span>{`${step.by} · ${step.time.slice(0, 16)}`}</span>
                  {step.opinion ? <p>{step.opinion}</p> : null}
                </li>
              ))}
            </ol>
          </section>
        </aside>
      </div>
      {data.allowed.length > 0 ? <VerdictBar key={`${data.id}-${data.state}`} info={data} /> : null}
    </div>
  );
}

function Sections({ info: { schema, values } }: { info: ItemWhole }) {
  return typedSections(schema).map(({ title, fields }) => (
    <section key={title} className="de-card">
      <h2>{title}</h2>
      {fields.map((field) => {
        const shown = shownField(field, values);
        if (shown.kind === "text") {
          return (
            <dl key={field.name}>
              <dt>{field.label}</dt>
              <dd>{shown.text || "—"}</dd>
            </dl>
          );
        }
        return (
          <div key={field.name}>
            <table>
              <caption>{field.label}</caption>
              <thead>
                <tr>
                  {shown.heads.map((label) => (
                    <th key={label} scope="col">
                      {label}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {shown.rows.map((row, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: rows have no name but their place
                  <tr key={index}>
                    {shown.heads.map((label, column) => (
                      <td key={label}>{row[column] || "—"}</td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
            {shown.sum ? <p>{shown.sum}</p> : null}
          </div>
        );
      })}
    </section>
  ));
}

function Papers({ info: { schema, values, files } }: { info: ItemWhole }) {
  return (
    <section className="de-card">
      <h2>材料</h2>
      <ol>
        {slotsOf(schema).flatMap(({ name, label }) =>
          filesIn(values, name).map((key) => {
            const file = files[key];
            return (
              <li key={key}>
                <span>{label}</span>
                <a href={file?.url ?? "#"} target="_blank" rel="noreferrer">
                  {file ? `${file.name}（${sizeText(file.bytes)}）` : label}
                </a>
              </li>
            );
          }),
        )}
      </ol>
    </section>
  );
}
