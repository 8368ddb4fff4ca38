import { type ReactElement, useId, useState } from "react";
import { FieldShell, hintId } from "#src/site/form/field-shell.tsx";
import { ApiError, errorText } from "#src/site/session/http.ts";

/** A reason that goes with a step, asked for on the spot. */
export function ReasonForm({
  label,
  help,
  submit,
  onSubmit,
  onCancel,
}: {
  readonly label: string;
  readonly help: string;
  /** What the button says. */
  readonly submit: string;
  readonly onSubmit: (opinion: string) => Promise<void>;
  readonly onCancel: () => void;
}): ReactElement {
  const id = useId();
  const [opinion, setOpinion] = useState("");
  const [problem, setProblem] = useState("");
  const [isBusy, setBusy] = useState(false);
  const send = async () => {
    if (isBusy) return;
    setBusy(true);
    setProblem("");
    try {
      await onSubmit(opinion);
    } catch (error) {
      const field = error instanceof ApiError ? error.fields?.opinion : undefined;
      setProblem(field ?? errorText(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="review-reason">
      <FieldShell id={id} label={label} error={problem} help={help}>
        <textarea
          id={id}
          className="input"
          rows={3}
          value={opinion}
          aria-invalid={problem ? true : undefined}
          aria-describedby={hintId(id, { error: problem, help })}
          onChange={({ target }) => setOpinion(target.value)}
        />
      </FieldShell>
      <p className="declare-ways">
        <button type="button" className="btn btn-outline" onClick={() => void send()}>
          {submit}
        </button>
        <button type="button" className="link" onClick={onCancel}>
          暂不
        </button>
      </p>
    </div>
  );
}
