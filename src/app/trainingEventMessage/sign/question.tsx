import { useId } from "react";
import type { Question as Asked } from "#src/lib/activity/parts.ts";
import { CheckField, Field } from "#src/site/form/form.tsx";

type Props = {
  readonly name: string;
  readonly question: Asked;
  readonly answer: string | string[] | undefined;
  readonly error: string | undefined;
  readonly onAnswer: (answer: string | string[]) => void;
};

/** A question of the activity, as its kind is answered. */
export function Question({ name, question, answer, error, onAnswer }: Props) {
  const id = useId();
  const { kind, label, hint, options, isRequired } = question;
  const title = isRequired ? label : `${label}（可不填）`;
  const text = typeof answer === "string" ? answer : "";
  if (kind === "agree") {
    return (
      <CheckField
        name={name}
        isChecked={text === "1"}
        onChange={(isOn) => onAnswer(isOn ? "1" : "")}
        error={error}
      >
        {label}
      </CheckField>
    );
  }
  if (kind === "text") {
    return (
      <Field
        name={name}
        label={title}
        value={text}
        onChange={onAnswer}
        error={error}
        help={hint || undefined}
        maxLength={100}
      />
    );
  }
  const hintId = error || hint ? `${id}-hint` : undefined;
  const below = error ? (
    <p id={hintId} className="field-error">
      {error}
    </p>
  ) : hint ? (
    <p id={hintId} className="field-help">
      {hint}
    </p>
  ) : null;
  if (kind === "paragraph") {
    return (
      <div className="field">
        <label className="field-label" htmlFor={id}>
          {title}
        </label>
        <textarea
          id={id}
          name={name}
          className="input"
          rows={4}
          maxLength={500}
          value={text}
          onChange={(event) => onAnswer(event.target.value)}
          aria-invalid={error ? true : undefined}
          aria-describedby={hintId}
        />
        {below}
      </div>
    );
  }
  const chosen = Array.isArray(answer) ? answer : text ? [text] : [];
  return (
    <fieldset className="sign-choices" aria-describedby={hintId}>
      <legend>{title}</legend>
      {options.map((option) => (
        <label key={option}>
          <input
            type={kind === "choice" ? "radio" : "checkbox"}
            name={name}
            value={option}
            checked={chosen.includes(option)}
            aria-invalid={error ? true : undefined}
            onChange={({ target }) =>
              onAnswer(
                kind === "choice"
                  ? option
                  : options.filter((each) =>
                      each === option ? target.checked : chosen.includes(each),
                    ),
              )
            }
          />
          <span>{option}</span>
        </label>
      ))}
      {below}
    </fieldset>
  );
}
