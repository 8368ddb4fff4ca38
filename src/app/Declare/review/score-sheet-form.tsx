import { type ReactElement, useId, useRef, useState } from "react";
import { MAX_COMMENT, pointsText, totalOf } from "#src/lib/declare/score-sheet.ts";
import { FieldShell, hintId } from "#src/site/form/field-shell.tsx";
import { SaveLine } from "#src/site/form/save-line.tsx";
import { showToast } from "#src/site/shell/toast.tsx";
import type { ReviewWhole } from "../../declaration/panel/wire.ts";
import { useSheet } from "./use-sheet.ts";

/** The score sheet: a line each, the total as it grows, and handing in with a second yes. */
export function ScoreSheetForm({
  userId,
  info,
  onDone,
}: {
  readonly userId: number;
  readonly info: ReviewWhole;
  readonly onDone: () => Promise<void>;
}): ReactElement {
  const prefix = useId();
  const form = useRef<HTMLElement>(null);
  const { texts, state, problems, put, save, submit } = useSheet(userId, info);
  const [isAsked, setAsked] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const { sheet, isWritable } = info;
  const total = totalOf(
    sheet,
    Object.fromEntries(
      sheet.criteria.map(({ name }) => [name, (texts[`scores.${name}`] ?? "").trim()]),
    ),
  );
  const idOf = (place: string) => `${prefix}-${place}`;
  const hand = async () => {
    if (isBusy) return;
    setBusy(true);
    try {
      if (await submit()) {
        showToast("评分已提交，感谢您");
        await onDone();
        return;
      }
      setAsked(false);
      // The first field that is wrong, once its text is there.
      requestAnimationFrame(() =>
        form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus(),
      );
    } finally {
      setBusy(false);
    }
  };
  const control = (place: string, help: string) => ({
    id: idOf(place),
    value: texts[place] ?? "",
    readOnly: !isWritable,
    "aria-invalid": problems[place] ? (true as const) : undefined,
    "aria-describedby": hintId(idOf(place), { error: problems[place], help }),
  });
  return (
    <section ref={form} className="review-form" aria-label="评分表">
      <h3>评分表</h3>
      {sheet.criteria.map(({ name, label, hint, max, weight, needsComment }) => {
        const [score, comment] = [`scores.${name}`, `comments.${name}`];
        const help = `0 到 ${max} 分，占 ${weight}%${hint ? `；${hint}` : ""}`;
        const commentHelp = needsComment ? "必填" : "";
        return (
          <div key={name} className="review-line">
            <FieldShell id={idOf(score)} label={label} error={problems[score]} help={help}>
              <input
                {...control(score, help)}
                className="input"
                inputMode="decimal"
                autoComplete="off"
                onChange={({ target }) => put(score, target.value)}
              />
            </FieldShell>
            <FieldShell
              id={idOf(comment)}
              label={`对“${label}”的意见`}
              isOptional={!needsComment}
              error={problems[comment]}
              help={commentHelp}
            >
              <textarea
                {...control(comment, commentHelp)}
                className="input"
                rows={2}
                onChange={({ target }) => put(comment, target.value)}
              />
            </FieldShell>
          </div>
        );
      })}
      <FieldShell
        id={idOf("comment")}
        label="总评"
        isOptional={sheet.least === 0}
        error={problems.comment}
        help={`${sheet.least > 0 ? `至少 ${sheet.least} 个字，` : ""}最多 ${MAX_COMMENT} 个字`}
      >
        <textarea
          {...control("comment", "总评")}
          className="input"
          rows={5}
          onChange={({ target }) => put("comment", target.value)}
        />
      </FieldShell>
      <p className="review-total" aria-live="polite">
        总分 <strong>{total === undefined ? "—" : pointsText(total)}</strong>
      </p>
      {isWritable ? (
        <>
          <SaveLine state={state} onSave={() => void save()} />
          {isAsked ? (
            <div className="declare-note" role="status">
              <p>提交后不能再修改。确定提交吗？</p>
              <p className="declare-ways">
                <button
                  type="button"
                  className="btn btn-primary"
                  aria-disabled={isBusy}
                  onClick={() => void hand()}
                >
                  确定提交
                </button>
                <button type="button" className="link" onClick={() => setAsked(false)}>
                  再看看
                </button>
              </p>
            </div>
          ) : (
            <p className="declare-ways">
              <button type="button" className="btn btn-primary" onClick={() => setAsked(true)}>
                提交评分
              </button>
            </p>
          )}
        </>
      ) : (
        <p className="declare-none">
          {info.total ? "评分已提交，不能再修改。" : "这一件已转入终审，不再接受评分。"}
        </p>
      )}
    </section>
  );
}
