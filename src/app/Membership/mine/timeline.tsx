import type { ReactElement } from "react";
import type { SignWhole, StepShape } from "../../system/sign/wire.ts";

/** What has happened, the newest first. */
export function Timeline({
  sign,
  steps,
}: {
  readonly sign: SignWhole;
  readonly steps: readonly StepShape[];
}): ReactElement {
  return (
    <section className="mine-timeline" aria-label="办理过程">
      <h2>办理过程</h2>
      <ol>
        {steps.map((step) => (
          <li
            key={`${step.time}-${step.action}`}
            data-bad={/return|reject|fail|close|revoke/i.test(step.action) ? "" : undefined}
          >
            <b>{step.name}</b>
            <span>{`${step.by} · ${step.time.slice(0, 16)}`}</span>
            {step.opinion ? <p>{step.opinion}</p> : null}
          </li>
        ))}
      </ol>
      <p className="mine-meta">{`申请号 ${sign.applyNo}`}</p>
    </section>
  );
}
