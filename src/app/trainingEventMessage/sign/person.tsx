import type { Attendee } from "#src/lib/activity/attendees.ts";
import type { Question as Asked } from "#src/lib/activity/parts.ts";
import { Field } from "#src/site/form/form.tsx";
import { Question } from "./question.tsx";

type Props = {
  readonly index: number;
  readonly isOnly: boolean;
  readonly who: Attendee;
  readonly questions: readonly Asked[];
  readonly errors: Readonly<Record<string, string | undefined>>;
  readonly onChange: (who: Attendee) => void;
  readonly onRemove: () => void;
};

const FIELDS = [
  ["name", "姓名", "name", "text", 50],
  ["phone", "手机号", "tel", "tel", 20],
  ["unit", "单位（可不填）", "organization", "text", 100],
  ["post", "职务（可不填）", "organization-title", "text", 50],
  ["email", "邮箱（可不填）", "email", "email", 64],
] as const;

/** One person with the answers to the activity's own questions. */
export function Person({ index, isOnly, who, questions, errors, onChange, onRemove }: Props) {
  const at = (field: string) => `attendees.${index}.${field}`;
  return (
    <fieldset className="sign-person">
      <legend>{isOnly ? "参加人" : `参加人 ${index + 1}`}</legend>
      {isOnly ? null : (
        <button type="button" className="link" onClick={onRemove}>
          删除<span className="sr-only">参加人 {index + 1}</span>
        </button>
      )}
      <div>
        {FIELDS.map(([field, label, complete, mode, max]) => (
          <Field
            key={field}
            name={at(field)}
            label={label}
            value={who[field]}
            onChange={(value) => onChange({ ...who, [field]: value })}
            error={errors[at(field)]}
            inputMode={mode}
            autoComplete={index === 0 ? complete : "off"}
            maxLength={max}
          />
        ))}
      </div>
      {questions.map((question) => (
        <Question
          key={question.key}
          name={at(`answers.${question.key}`)}
          question={question}
          answer={who.answers[question.key]}
          error={errors[at(`answers.${question.key}`)]}
          onAnswer={(answer) =>
            onChange({ ...who, answers: { ...who.answers, [question.key]: answer } })
          }
        />
      ))}
    </fieldset>
  );
}
