import { lengthOf } from "#src/lib/declare/read-values.ts";

/** 12 / 800, told when it is too much. */
export const Counter = ({ text, max }: { readonly text: string; readonly max: number }) => {
  const length = lengthOf(text.trim());
  return (
    <span className="declare-counter" data-over={length > max ? "" : undefined}>
      {`${length} / ${max}`}
    </span>
  );
};
