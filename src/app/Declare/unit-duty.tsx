import { type ReactElement, useId, useState } from "react";
import { Link } from "react-router";
import { FieldShell, hintId } from "#src/site/form/field-shell.tsx";
import { ApiError, errorText } from "#src/site/session/http.ts";
import { callAsMember } from "#src/site/session/member-session.ts";
import { showToast } from "#src/site/shell/toast.tsx";
import type { ItemLine } from "../declaration/item/wire.ts";
import { childHref } from "./children.ts";

type Props = {
  readonly userId: number;
  readonly item: ItemLine;
  readonly onDone: () => Promise<void>;
};

/** A declaration that waits for the unit of this account: recommended, or sent back with a reason. */
export function UnitDuty({ userId, item, onDone }: Props): ReactElement {
  const id = useId();
  const [isReturning, setReturning] = useState(false);
  const [opinion, setOpinion] = useState("");
  const [problem, setProblem] = useState("");
  const [isBusy, setBusy] = useState(false);
  const take = async (verb: "unitPass" | "unitReturn") => {
    if (isBusy) return;
    setBusy(true);
    setProblem("");
    try {
      await callAsMember(userId, "POST", `/api/declaration/item/${verb}`, {
        body: { id: item.id, opinion },
      });
      showToast(verb === "unitPass" ? "已推荐到学会" : "已退回修改");
      await onDone();
    } catch (error) {
      const field = error instanceof ApiError ? error.fields?.opinion : undefined;
      setProblem(field ?? errorText(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <li>
      <p className="declare-item-meta">
        <span className="declare-mark" data-tone="own">
          待单位审核
        </span>
        <span>{item.itemNo}</span>
        <span>{item.category}</span>
      </p>
      <h3>
        <Link to={childHref("getInfo", item.id)}>{item.title}</Link>
      </h3>
      <p className="declare-item-batch">{item.batchName}</p>
      {isReturning ? (
        <FieldShell id={id} label="退回原因" error={problem} help="申报人会看到，请写清要修改什么">
          <textarea
            id={id}
            className="input"
            rows={3}
            value={opinion}
            aria-invalid={problem ? true : undefined}
            aria-describedby={hintId(id, { error: problem, help: true })}
            onChange={(event) => setOpinion(event.target.value)}
          />
        </FieldShell>
      ) : problem ? (
        <p className="field-error" role="alert">
          {problem}
        </p>
      ) : null}
      <p className="declare-ways">
        {isReturning ? (
          <>
            <button
              type="button"
              className="btn btn-outline btn-small"
              onClick={() => void take("unitReturn")}
            >
              确定退回
            </button>
            <button type="button" className="link" onClick={() => setReturning(false)}>
              暂不退回
            </button>
          </>
        ) : (
          <>
            <button
              type="button"
              className="btn btn-primary btn-small"
              aria-disabled={isBusy}
              onClick={() => void take("unitPass")}
            >
              同意推荐<span className="sr-only">{`：${item.title}`}</span>
            </button>
            <button
              type="button"
              className="btn btn-outline btn-small"
              onClick={() => setReturning(true)}
            >
              退回修改<span className="sr-only">{`：${item.title}`}</span>
            </button>
          </>
        )}
      </p>
    </li>
  );
}
