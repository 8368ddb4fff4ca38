import type { ReactElement } from "react";

/** Why a step was refused; nothing while there is no reason. */
export const ProblemLine = ({ text }: { readonly text: string }): ReactElement | null =>
  text ? (
    <p className="field-error" role="alert">
      {text}
    </p>
  ) : null;
