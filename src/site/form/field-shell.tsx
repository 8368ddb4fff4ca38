import type { ReactElement, ReactNode } from "react";
import { WarningIcon } from "../drawings/icons.tsx";

type Props = {
  /** Of the control; the texts below it have ids made of it (`hintId`). */
  readonly id: string;
  readonly label: string;
  readonly isOptional?: boolean | undefined;
  readonly error?: string | undefined;
  readonly help?: ReactNode;
  /** A group of controls is named by a legend, one control by a label. */
  readonly isGroup?: boolean;
  /** Stands at the end of the help: a counter. */
  readonly aside?: ReactNode;
  readonly children: ReactNode;
};

/** The text below a control says the rule, or what is wrong; undefined where there is neither. */
export const hintId = (
  id: string,
  { error, help }: { error?: string | undefined; help?: ReactNode },
) => (error || help ? `${id}-hint` : undefined);

/** Label above, rule below; an error takes the rule's place, with an icon. */
export function FieldShell(props: Props): ReactElement {
  const { id, label, error, help, isGroup = false, aside } = props;
  const name = (
    <>
      {label}
      {props.isOptional ? <span className="field-optional">（选填）</span> : null}
    </>
  );
  const hint = error ? (
    <p id={`${id}-hint`} className="field-error">
      <WarningIcon size={18} />
      <span>{error}</span>
    </p>
  ) : help ? (
    <p id={`${id}-hint`} className="field-help">
      {help}
    </p>
  ) : null;
  const rest = (
    <>
      {props.children}
      {aside ? (
        <div className="field-below">
          {hint ?? <span />}
          {aside}
        </div>
      ) : (
        hint
      )}
    </>
  );
  if (isGroup) {
    return (
      <fieldset
        className="field"
        id={id}
        tabIndex={-1}
        aria-describedby={hint ? `${id}-hint` : undefined}
      >
        <legend className="field-label">{name}</legend>
        {rest}
      </fieldset>
    );
  }
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        {name}
      </label>
      {rest}
    </div>
  );
}
