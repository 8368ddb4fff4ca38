import { type ReactElement, useState } from "react";
import { Link, useNavigate } from "react-router";
import { valueProblems } from "#src/lib/declare/read-values.ts";
import { slotsOf } from "#src/lib/declare/schema.ts";
import { ProblemLine } from "#src/site/form/problem-line.tsx";
import { ApiError, errorText } from "#src/site/session/http.ts";
import { callAsMember } from "#src/site/session/member-session.ts";
import { showToast } from "#src/site/shell/toast.tsx";
import { childHref } from "./children.ts";
import type { ItemProps } from "./item-props.ts";

/** Hands in: what is missing is said with the way to it, and once more it is asked. */
export function SubmitBar({
  userId,
  info,
  work,
  onChanged,
  onAsked,
}: ItemProps & { readonly onAsked?: () => void }): ReactElement | null {
  const navigate = useNavigate();
  const [isAsked, setAsked] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState("");
  const [texts, setTexts] = useState<readonly string[]>([]);
  if (!info.allowed.includes("submit") || !info.isWritable) return null;
  const ask = () => {
    onAsked?.();
    setProblem("");
    const missing = valueProblems(info.schema, work.values);
    setTexts(Object.values(missing));
    setAsked(Object.keys(missing).length === 0);
  };
  const submit = async () => {
    if (isBusy) return;
    setBusy(true);
    setProblem("");
    try {
      if (Object.keys(work.conflicts).length > 0) {
        setProblem("有内容同时被他人修改，请先在申报书中选择保留哪一处");
        return;
      }
      if (!(await work.save())) {
        setProblem("还没有保存成功，请稍后再提交");
        return;
      }
      await callAsMember(userId, "POST", "/api/declaration/item/submit", { body: { id: info.id } });
      showToast("申报已提交");
      await Promise.all([work.load(), onChanged()]);
      await navigate(childHref("getInfo", info.id));
    } catch (error) {
      const fields = error instanceof ApiError ? Object.values(error.fields ?? {}) : [];
      setTexts(fields);
      setProblem(fields.length > 0 ? "" : errorText(error));
      setAsked(false);
    } finally {
      setBusy(false);
    }
  };
  const slots = new Set(slotsOf(info.schema).map(({ name }) => name));
  const isFormOpen = Object.keys(valueProblems(info.schema, work.values)).some(
    (place) => !slots.has(place),
  );
  return (
    <section className="declare-submit" aria-label="提交申报">
      {texts.length > 0 ? (
        <div className="declare-note" data-bad="" role="alert">
          <p>{`还有 ${texts.length} 处需要填写或修改：`}</p>
          <ul>
            {texts.slice(0, 8).map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
          {isFormOpen ? (
            <Link className="link" to={childHref("tableInput", info.id)} preventScrollReset>
              去填写申报书
            </Link>
          ) : null}
        </div>
      ) : null}
      <ProblemLine text={problem} />
      {isAsked ? (
        <>
          <p>提交后不能再修改，请确认内容和材料无误。</p>
          <p className="declare-ways">
            <button
              type="button"
              className="btn btn-primary"
              aria-disabled={isBusy}
              onClick={() => void submit()}
            >
              {isBusy ? "正在提交…" : "确定提交"}
            </button>
            <button type="button" className="link" onClick={() => setAsked(false)}>
              再检查一下
            </button>
          </p>
        </>
      ) : (
        <button type="button" className="btn btn-primary" onClick={ask}>
          提交申报
        </button>
      )}
    </section>
  );
}
