import type { ReactElement } from "react";
import { showToast } from "#src/site/shell/toast.tsx";

type Props = {
  readonly label: string;
  readonly value: string;
  /** What is copied where that is not what is shown. */
  readonly copied?: string;
  readonly isLarge?: boolean;
};

/** A value that is needed in another program, with a button that copies it. */
export function CopyLine({ label, value, copied = value, isLarge }: Props): ReactElement {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(copied);
      showToast(`已复制${label}`);
    } catch {
      showToast("没有复制成功，请长按选取");
    }
  };
  return (
    <div data-large={isLarge ? "" : undefined}>
      <dt>{label}</dt>
      <dd>
        <span>{value}</span>
        <button type="button" className="link" onClick={copy}>
          复制<span className="sr-only">{label}</span>
        </button>
      </dd>
    </div>
  );
}
