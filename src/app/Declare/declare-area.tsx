import { type ReactElement, useCallback, useEffect, useState } from "react";
import { useSearchParams } from "react-router";
import { errorText } from "#src/site/session/http.ts";
import { callAsMember } from "#src/site/session/member-session.ts";
import { VisitorWaiting } from "#src/site/shell/visitor-waiting.tsx";
import type { Mine } from "../declaration/item/wire.ts";
import { CHILDREN, type Child, OF_ITEM } from "./children.ts";
import { DeclareHead } from "./declare-head.tsx";
import type { DeclareFacts } from "./facts.ts";
import { FileDownload } from "./file-download.tsx";
import { GetInfo } from "./get-info.tsx";
import { Materials } from "./materials.tsx";
import { StepNav } from "./step-nav.tsx";
import { TableInput } from "./table-input.tsx";
import { TaskList } from "./task-list.tsx";
import { useItem } from "./use-item.ts";
import { useKeptPlace } from "./use-kept-place.ts";

type Props = {
  readonly userId: number;
  readonly child: Child;
  readonly facts: DeclareFacts;
};

const idIn = (text: string | null): number | undefined =>
  text && /^\d{1,15}$/.test(text) ? Number(text) : undefined;

/** Steps at the left, the child at the right; a child that was left stays as it was (product 4.8). */
export function DeclareArea({ userId, child, facts }: Props): ReactElement {
  const [query] = useSearchParams();
  const asked = idIn(query.get("id"));
  // The declaration stays the same while one looks at a child that shows none.
  const [id, setId] = useState(asked);
  if (asked !== undefined && asked !== id) setId(asked);
  const [mine, setMine] = useState<Mine>();
  const [problem, setProblem] = useState("");
  const work = useItem(userId, id);
  const [seen, setSeen] = useState<readonly Child[]>([child]);
  if (!seen.includes(child)) setSeen([...seen, child]);
  const place = useKeptPlace(child);

  const reload = useCallback(async () => {
    try {
      const { data } = await callAsMember<{ data: Mine }>(
        userId,
        "GET",
        "/api/declaration/item/mine",
      );
      setMine(data);
      setProblem("");
    } catch (error) {
      setProblem(errorText(error));
    }
  }, [userId]);
  // A list that one comes back to is read again; the form is not.
  useEffect(() => {
    if (child === "taskList" || child === "fileDownload") void reload();
  }, [child, reload]);

  const shown = (each: Child): ReactElement => {
    if (OF_ITEM.includes(each)) {
      if (id === undefined) return <NothingChosen />;
      if (work.problem && !work.info) {
        return <Failed text={work.problem} onAgain={() => void work.load()} />;
      }
      const { info } = work;
      if (!info) return <VisitorWaiting label="正在读取申报" />;
      const own = { userId, info, work, onChanged: reload };
      if (each === "tableInput") return <TableInput {...own} />;
      return each === "upload" ? <Materials {...own} /> : <GetInfo {...own} phone={facts.phone} />;
    }
    if (!mine) {
      return problem ? (
        <Failed text={problem} onAgain={() => void reload()} />
      ) : (
        <VisitorWaiting label="正在读取您的申报" />
      );
    }
    return each === "taskList" ? (
      <TaskList userId={userId} mine={mine} facts={facts} onChanged={reload} />
    ) : (
      <FileDownload mine={mine} facts={facts} />
    );
  };

  return (
    <>
      <DeclareHead work={id === undefined ? undefined : work} isOfItem={OF_ITEM.includes(child)} />
      <div className="wrap declare-columns">
        <StepNav child={child} id={id} />
        <div ref={place} className="declare-children">
          {seen.map((each) => (
            <section
              key={each}
              hidden={each !== child}
              data-child={each}
              aria-label={CHILDREN[each].title}
            >
              {shown(each)}
            </section>
          ))}
        </div>
      </div>
    </>
  );
}

const NothingChosen = () => (
  <div className="declare-card">
    <h2>还没有选择申报</h2>
    <p>请先在“我的申报”中选择一个批次开始填写，或打开一份已有的申报。</p>
    <a className="btn btn-primary" href="/Declare/taskList">
      查看我的申报
    </a>
  </div>
);

const Failed = ({ text, onAgain }: { readonly text: string; readonly onAgain: () => void }) => (
  <div className="declare-card" role="status">
    <h2>暂时读不到申报</h2>
    <p>{text}</p>
    <button type="button" className="btn btn-primary" onClick={onAgain}>
      重试
    </button>
  </div>
);
