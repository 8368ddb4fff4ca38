import { DeleteOutlined, DownOutlined, MoreOutlined } from "@ant-design/icons";
import { useState } from "react";
import { useCan } from "../account/can.tsx";
import { below, type MenuPlace, PopupMenu } from "../layers/popup-menu.tsx";
import type { RowAction } from "./crud-types.ts";

/** Text actions before 更多. */
const IN_TEXT = 2;

/** Actions of a row: the two most frequent as text, the others below 更多. */
export function RowActions<R>({
  name,
  row,
  actions,
  isFolded = false,
}: {
  name: string;
  row: R;
  actions: readonly RowAction<R>[];
  /** All below one button, for cards. */
  isFolded?: boolean;
}) {
  const can = useCan();
  const [place, setPlace] = useState<MenuPlace>();
  const allowed = actions.filter(({ permi }) => can.permi([permi]));
  if (allowed.length === 0) return isFolded ? null : "—";
  const inText = isFolded ? [] : allowed.filter(({ isDanger }) => !isDanger).slice(0, IN_TEXT);
  const folded = allowed.filter((action) => !inText.includes(action));
  return (
    <span className="cr-row-actions">
      {inText.map(({ key, label, run }) => (
        <button
          key={key}
          type="button"
          className="o-link"
          aria-label={`${label}「${name}」`}
          onClick={() => run(row)}
        >
          {label}
        </button>
      ))}
      {folded.length > 0 && (
        <button
          type="button"
          className={isFolded ? "cr-dots" : "o-link"}
          aria-haspopup="menu"
          aria-label={`更多操作「${name}」`}
          onClick={(event) => setPlace(below(event.currentTarget, "end"))}
        >
          {isFolded ? (
            <MoreOutlined aria-hidden />
          ) : (
            <>
              更多 <DownOutlined aria-hidden />
            </>
          )}
        </button>
      )}
      {place && (
        <PopupMenu
          label={`操作「${name}」`}
          place={place}
          onClose={() => setPlace(undefined)}
          items={folded.map(({ key, label, run, isDanger }) => ({
            key,
            label,
            icon: isDanger && <DeleteOutlined className="cr-danger" aria-hidden />,
            onChoose: () => run(row),
          }))}
        />
      )}
    </span>
  );
}
