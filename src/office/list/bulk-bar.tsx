import { Button } from "antd";
import type { ReactNode } from "react";
import { Key } from "../keys/keys.tsx";

/** What may be done with the rows that are chosen, and the way to choose none. */
export function ChoiceBar({
  said,
  className = "",
  isShort = false,
  onClear,
  children,
}: {
  /** How many are chosen, in words. */
  said: ReactNode;
  className?: string;
  /** For a narrow screen without keys. */
  isShort?: boolean;
  onClear: () => void;
  children: ReactNode;
}) {
  return (
    <div className={`cr-bar cr-bulk ${className}`.trim()} role="toolbar" aria-label="批量操作">
      <strong role="status">{said}</strong>
      {children}
      <button type="button" className="o-link cr-clear" onClick={onClear}>
        {isShort ? "取消" : "取消选择"} {!isShort && <Key>Esc</Key>}
      </button>
    </div>
  );
}

/** Stands where the actions stood while rows are chosen, of the same height: nothing jumps. */
export function BulkBar({
  noun,
  unit,
  verb,
  count,
  removable,
  onClear,
  onRemove,
  children,
}: {
  noun: string;
  /** 个, 条. */
  unit: string;
  /** 删除, or the word in its place. */
  verb: string;
  count: number;
  onClear: () => void;
  /** How many of them can be removed; undefined: rows of this list never are. */
  removable: number | undefined;
  onRemove: () => void;
  /** Other actions, before the one that destroys. */
  children?: ReactNode;
}) {
  return (
    <ChoiceBar said={`已选 ${count} ${unit}${noun}`} onClear={onClear}>
      {children}
      {removable !== undefined && (
        <Button danger size="small" disabled={removable === 0} onClick={onRemove}>
          {verb} {removable}
        </Button>
      )}
    </ChoiceBar>
  );
}
