import type { ReactElement } from "react";

type Props = {
  readonly steps: readonly string[];
  readonly step: number;
  readonly onGo: (step: number) => void;
};

/** The steps of the form; those behind can be gone back to. */
export function StepList({ steps, step, onGo }: Props): ReactElement {
  return (
    <nav aria-label="填写步骤" className="apply-steps">
      <ol>
        {steps.map((title, index) => (
          <li
            key={title}
            aria-current={index === step ? "step" : undefined}
            data-done={index < step ? "" : undefined}
          >
            <button type="button" disabled={index >= step} onClick={() => onGo(index)}>
              <b aria-hidden="true">{index + 1}</b>
              <span>{title}</span>
            </button>
          </li>
        ))}
      </ol>
    </nav>
  );
}
