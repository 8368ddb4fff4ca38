import { Button } from "antd";
import type { ReactNode } from "react";
import { Key } from "../keys/keys.tsx";

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
    <div className="cr-bar cr-bulk" role="toolbar" aria-label="批量操作">
      <strong role="status">
        已选 {count} {unit}
        {noun}
      </strong>
      {children}
      {removable !== undefined && (
        <Button danger size="small" disabled={removable === 0} onClick={onRemove}>
          {verb} {removable}
        </Button>
      )}
      <button type="button" className="o-link cr-clear" onClick={onClear}>
        取消选择 <Key>Esc</Key>
      </button>
    </div>
  );
}
