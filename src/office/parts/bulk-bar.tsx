import { Button } from "antd";
import { Key } from "../keys.tsx";

/** Stands where the actions stood while rows are chosen, of the same height: nothing jumps. */
export function BulkBar({
  noun,
  count,
  onClear,
  onRemove,
}: {
  noun: string;
  count: number;
  onClear: () => void;
  onRemove: (() => void) | undefined;
}) {
  return (
    <div className="cr-bar cr-bulk" role="toolbar" aria-label="批量操作">
      <strong role="status">
        已选 {count} 个{noun}
      </strong>
      {onRemove && (
        <Button danger size="small" onClick={onRemove}>
          删除 {count}
        </Button>
      )}
      <button type="button" className="o-link cr-clear" onClick={onClear}>
        取消选择 <Key>Esc</Key>
      </button>
    </div>
  );
}
