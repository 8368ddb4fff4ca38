import { type ReactElement, type ReactNode, useId, useRef, useState } from "react";

type Props = {
  readonly name: string;
  readonly value: string;
  readonly action: string;
  readonly isOpenAtFirst?: boolean | undefined;
  /** The form; `close` puts it away. */
  readonly children: (close: () => void) => ReactNode;
};

/** What is so today, with the button that opens the form below it. */
export function ChangeRow({
  name,
  value,
  action,
  isOpenAtFirst = false,
  children,
}: Props): ReactElement {
  const [isOpen, setOpen] = useState(isOpenAtFirst);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  const close = () => {
    setOpen(false);
    // The form that had the focus is gone.
    button.current?.focus();
  };
  return (
    <li data-open={isOpen ? "" : undefined}>
      <div>
        <p className="own-name">{name}</p>
        <p className="own-note">{value}</p>
      </div>
      <button
        ref={button}
        type="button"
        className="btn btn-outline btn-small"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        {isOpen ? "收起" : action}
        <span className="sr-only">{name}</span>
      </button>
      <div id={id} className="own-form" hidden={!isOpen}>
        {isOpen ? children(close) : null}
      </div>
    </li>
  );
}
