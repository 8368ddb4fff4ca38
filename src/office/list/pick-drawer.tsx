import { Button, Drawer, type InputRef } from "antd";
import { type ReactNode, useRef } from "react";
import { useCarefulClose } from "../layers/use-careful-close.ts";
import { Failure } from "../shell/card.tsx";
import { useIsMobile } from "../shell/use-media.ts";
import { useOpening } from "../tabs/use-on-change.ts";
import { CrudFilters } from "./crud-filters.tsx";
import { ListEmpty } from "./list-empty.tsx";
import { Pager } from "./pager.tsx";
import type { List } from "./use-list.ts";
import "./parts.css";

/**
 * A list in a drawer, to be chosen from over several pages. `run` does it with all that is chosen, and
 * tells when the drawer may close; a refusal leaves the choice as it is.
 */
export function PickDrawer<R>({
  title,
  noun,
  unit,
  verb,
  list,
  count,
  most = Number.POSITIVE_INFINITY,
  hint,
  problem,
  isBusy,
  run,
  onClose,
  children,
}: {
  title: string;
  /** 用户, 表: what is chosen. */
  noun: string;
  /** 个, 张. */
  unit: string;
  /** 添加, 导入. */
  verb: string;
  list: List<R>;
  /** How many are chosen. */
  count: number;
  /** What one call takes. */
  most?: number;
  /** Why the list is empty without a filter. */
  hint: string;
  /** Between the filters and the rows. */
  problem?: ReactNode;
  isBusy: boolean;
  run: (close: () => void) => void;
  onClose: () => void;
  /** The rows. */
  children: ReactNode;
}) {
  const firstField = useRef<InputRef>(null);
  const opening = useOpening(() => firstField.current?.focus());
  const isMobile = useIsMobile();
  const { close, settle } = useCarefulClose(
    count > 0,
    {
      title: `放弃勾选的 ${count} ${unit}${noun}？`,
      text: `还没有${verb}，关闭后要重新勾选。`,
    },
    onClose,
  );
  const { error, rows, total, isEmpty } = list;
  return (
    <Drawer
      open
      title={title}
      size={isMobile ? "100%" : 720}
      onClose={() => void close()}
      afterOpenChange={opening}
      footer={
        <div className="cr-foot">
          <span className="o-note" role="status">
            {count > 0 ? `已选 ${count} ${unit}${noun}` : `请勾选要${verb}的${noun}`}
            {count > most && `，一次最多 ${most} ${unit}`}
          </span>
          <Button onClick={() => void close()}>取消</Button>
          <Button
            type="primary"
            disabled={count === 0 || count > most}
            loading={isBusy}
            onClick={() =>
              run(() => {
                settle();
                onClose();
              })
            }
          >
            {verb}
            {count > 0 ? ` ${count}` : ""}
          </Button>
        </div>
      }
    >
      <div className="cr-pick">
        <CrudFilters
          label={`筛选可${verb}的${noun}`}
          filters={list.filters}
          values={list.values}
          activeCount={list.active.length}
          firstField={firstField}
          onSearch={list.search}
        />
        {problem}
        {error && !rows && <Failure error={error} onRetry={list.refetch} />}
        {isEmpty && (
          <ListEmpty
            kind={list.active.length > 0 ? "match" : "first"}
            noun={`可${verb}的${noun}`}
            hint={hint}
            filters={list.active}
            values={list.values}
            onSearch={list.search}
          />
        )}
        {!isEmpty && !(error && !rows) && children}
        {total !== undefined && total > 0 && (
          <Pager total={total} pageNum={list.pageNum} pageSize={list.pageSize} onTurn={list.turn} />
        )}
      </div>
    </Drawer>
  );
}
