import { type ReactElement, useState } from "react";
import { Link, useNavigate, useSearchParams } from "react-router";
import { ProblemLine } from "#src/site/form/problem-line.tsx";
import EmptyState from "#src/site/lists/empty-state.later.tsx";
import { errorText } from "#src/site/session/http.ts";
import { callAsMember } from "#src/site/session/member-session.ts";
import { showToast } from "#src/site/shell/toast.tsx";
import type { BatchCard, ItemLine, Mine, Saved } from "../declaration/item/wire.ts";
import { childHref } from "./children.ts";
import type { DeclareFacts } from "./facts.ts";
import { ReviewDuties } from "./review-duties.tsx";
import { PhaseMark, StateMark } from "./state-mark.tsx";
import { UnitDuty } from "./unit-duty.tsx";

type Props = {
  readonly userId: number;
  readonly mine: Mine;
  readonly facts: DeclareFacts;
  readonly onChanged: () => Promise<void>;
};

/** My declarations by batch, and what waits for my unit. */
export function TaskList({ userId, mine, facts, onChanged }: Props): ReactElement {
  const { batches, items, duties } = mine;
  const running = batches.filter(({ phase }) => phase === "open" || phase === "announced");
  const own = new Set(items.filter(({ isOwner }) => isOwner).map(({ batchId }) => batchId));
  return (
    <>
      <JoinByLink userId={userId} onChanged={onChanged} />
      {duties.length > 0 ? (
        <>
          <h2 className="declare-title">待我处理</h2>
          <ul className="declare-duties">
            {duties.map((item) => (
              <UnitDuty key={item.id} userId={userId} item={item} onDone={onChanged} />
            ))}
          </ul>
        </>
      ) : null}
      <ReviewDuties userId={userId} />
      <h2 className="declare-title">正在受理的批次</h2>
      {running.length > 0 ? (
        <ul className="declare-batches">
          {running.map((batch) => (
            <Batch key={batch.id} userId={userId} batch={batch} isBegun={own.has(batch.id)} />
          ))}
        </ul>
      ) : (
        <EmptyState
          drawing="none"
          as="h3"
          title="目前没有正在受理的申报"
          text={`课题、论文、案例和示范单位的申报开始前，学会会发布通知，受理后在这里填写申报书。${
            facts.phone
              ? `需要了解详情，请致电 ${facts.phone}${facts.hours ? `（${facts.hours}）` : ""}。`
              : ""
          }`}
          action={
            facts.noticesHref ? (
              <a className="btn btn-primary" href={facts.noticesHref}>
                查看通知公告
              </a>
            ) : undefined
          }
        />
      )}
      <h2 className="declare-title">我的申报</h2>
      {items.length > 0 ? (
        <ul className="declare-items">
          {items.map((item) => (
            <Item key={item.id} item={item} />
          ))}
        </ul>
      ) : (
        <p className="declare-none">您还没有申报。选择上面的批次开始填写，内容会自动保存。</p>
      )}
    </>
  );
}

function Batch({
  userId,
  batch,
  isBegun,
}: {
  readonly userId: number;
  readonly batch: BatchCard;
  readonly isBegun: boolean;
}): ReactElement {
  const navigate = useNavigate();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState("");
  const begin = async () => {
    if (isBusy) return;
    setBusy(true);
    setProblem("");
    try {
      const { data } = await callAsMember<{ data: Saved }>(
        userId,
        "POST",
        "/api/declaration/item/begin",
        { body: { batchId: batch.id } },
      );
      await navigate(
        childHref(data.state === 0 || data.state === 3 ? "tableInput" : "getInfo", data.id),
      );
    } catch (error) {
      setProblem(errorText(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <li>
      <div className="declare-batch-head">
        <PhaseMark phase={batch.phase} />
        <span>{batch.kindName}</span>
      </div>
      <h3>{batch.batchName}</h3>
      {batch.intro ? <p>{batch.intro}</p> : null}
      <dl>
        <div>
          <dt>{batch.phase === "announced" ? "开始" : "截止"}</dt>
          <dd>{(batch.phase === "announced" ? batch.openAt : batch.closeAt)?.slice(0, 16)}</dd>
        </div>
      </dl>
      {batch.refusal && !isBegun ? (
        <p className="declare-refusal">{batch.refusal}</p>
      ) : (
        <button
          type="button"
          className="btn btn-primary"
          aria-disabled={isBusy}
          onClick={() => void begin()}
        >
          {isBegun ? "继续办理" : "开始申报"}
        </button>
      )}
      {batch.guideHref ? (
        <a className="link" href={batch.guideHref}>
          查看申报指南<span className="sr-only">{`：${batch.batchName}`}</span>
        </a>
      ) : null}
      <ProblemLine text={problem} />
    </li>
  );
}

function Item({ item }: { readonly item: ItemLine }): ReactElement {
  const to = childHref(item.isWritable ? "tableInput" : "getInfo", item.id);
  const title = item.title || "未填写名称";
  return (
    <li>
      <div>
        <p className="declare-item-meta">
          <StateMark state={item.state} name={item.stateName} />
          <span>{item.itemNo}</span>
          {item.category ? <span>{item.category}</span> : null}
          {item.isOwner ? null : <span>共同填写</span>}
        </p>
        <h3>{title}</h3>
        <p className="declare-item-batch">
          {item.batchName}
          {item.dueAt ? `，截止 ${item.dueAt.slice(0, 16)}` : ""}
        </p>
      </div>
      <Link className="btn btn-outline btn-small" to={to}>
        {item.isWritable ? "继续填写" : "查看"}
        <span className="sr-only">{`：${title}`}</span>
      </Link>
    </li>
  );
}

/** A link of a co-writer brings `?join=`: one says yes before anything is joined. */
function JoinByLink({
  userId,
  onChanged,
}: {
  readonly userId: number;
  readonly onChanged: () => Promise<void>;
}): ReactElement | null {
  const [query, setQuery] = useSearchParams();
  const navigate = useNavigate();
  const [problem, setProblem] = useState("");
  const code = query.get("join");
  if (!code) return null;
  const join = async () => {
    try {
      const { data } = await callAsMember<{ data: Saved }>(
        userId,
        "POST",
        "/api/declaration/item/join",
        { body: { code } },
      );
      showToast("已加入共同填写");
      await onChanged();
      await navigate(childHref("tableInput", data.id));
    } catch (error) {
      setProblem(errorText(error));
    }
  };
  return (
    <div className="declare-card">
      <h2>邀请您共同填写一份申报书</h2>
      <p>加入后，您可以填写和修改申报书，提交由负责人办理。</p>
      <p className="declare-ways">
        <button type="button" className="btn btn-primary" onClick={() => void join()}>
          加入填写
        </button>
        <button type="button" className="link" onClick={() => setQuery({})}>
          暂不加入
        </button>
      </p>
      <ProblemLine text={problem} />
    </div>
  );
}
