import { ArrowDownOutlined, ArrowUpOutlined, HolderOutlined } from "@ant-design/icons";
import { useMutation, useQuery } from "@tanstack/react-query";
import { Button, Drawer } from "antd";
import { type DragEvent, useRef, useState } from "react";
import { call } from "#src/office/calls/http.ts";
import { notify } from "#src/office/calls/notify.ts";
import { useCarefulClose } from "#src/office/layers/use-careful-close.ts";
import { Failure } from "#src/office/shell/card.tsx";
import { useIsMobile } from "#src/office/shell/use-media.ts";
import { type TreeNode, TreeSelect } from "#src/office/tree/tree-select.tsx";
import type { DeskRow } from "../model/desk.ts";
import { DESK, orderPinned, tellArticles } from "../parts/calls.ts";
import { minute, titleOf } from "./list-columns.tsx";

/** More pinned articles than this a category has not. */
const PAGE_SIZE = 50;

function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const next = [...list];
  next.splice(to, 0, ...next.splice(from, 1));
  return next;
}

/** 置顶排序: the pinned articles of one category in their order, by drag or by buttons. */
export function PinDrawer({
  categories,
  first,
  onClose,
}: {
  categories: readonly TreeNode[];
  /** Category to begin with. */
  first: number | undefined;
  onClose: () => void;
}) {
  const isMobile = useIsMobile();
  const [typeId, setTypeId] = useState(first);
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: [DESK, "pinned", typeId],
    enabled: typeId !== undefined,
    queryFn: () =>
      call<{ rows: DeskRow[] }>("GET", `${DESK}/list`, {
        query: { typeId, isTop: 1, pageNum: 1, pageSize: PAGE_SIZE },
        isQuiet: true,
      }),
    // A branch's list holds the pinned articles below it too; places are kept per category.
    select: ({ rows }) => rows.filter((row) => row.typeId === typeId),
    meta: { isQuiet: true },
  });
  // Moved rows stand as they were put until they are saved or another category is chosen.
  const [order, setOrder] = useState<DeskRow[]>();
  const rows = order ?? data ?? [];
  const isChanged = rows.some((row, index) => row.id !== data?.[index]?.id);
  const { close, settle } = useCarefulClose(
    isChanged,
    { title: "放弃新的置顶顺序？", text: "顺序还没有保存，离开后将丢失。" },
    onClose,
  );
  const saving = useMutation({
    mutationFn: async () => {
      if (typeId !== undefined)
        await orderPinned(
          typeId,
          rows.map(({ id }) => id),
        );
    },
    onSuccess: async () => {
      notify.success("置顶顺序已保存");
      await tellArticles();
      setOrder(undefined);
      settle();
    },
    onError: (failure) => notify.error(failure instanceof Error ? failure.message : ""),
  });
  return (
    <Drawer
      open
      title="置顶排序"
      size={isMobile ? "100%" : 480}
      onClose={() => void close()}
      footer={
        <div className="cr-foot">
          <span className="o-note">{isChanged ? "顺序有改动" : ""}</span>
          <Button onClick={() => void close()}>关闭</Button>
          <Button
            type="primary"
            disabled={!isChanged}
            loading={saving.isPending}
            onClick={() => saving.mutate()}
          >
            保存顺序
          </Button>
        </div>
      }
    >
      <TreeSelect
        label="栏目"
        nodes={categories}
        value={typeId}
        onChange={(next) =>
          void close(() => {
            setOrder(undefined);
            setTypeId(next);
          })
        }
      />
      {error && <Failure error={error} onRetry={() => void refetch()} />}
      {typeId === undefined && <p className="ad-lead">选择栏目后，排列其中置顶的文章。</p>}
      {typeId !== undefined && !isFetching && !error && rows.length === 0 && (
        <p className="ad-lead">这个栏目没有置顶的文章。在列表的“更多”里可以置顶。</p>
      )}
      <PinnedRows rows={rows} onMove={(from, to) => setOrder(moved(rows, from, to))} />
    </Drawer>
  );
}

function PinnedRows({
  rows,
  onMove,
}: {
  rows: readonly DeskRow[];
  onMove: (from: number, to: number) => void;
}) {
  const [held, setHeld] = useState<number>();
  const list = useRef<HTMLOListElement>(null);
  const [said, setSaid] = useState("");
  /** The buttons go with their row: the focus goes along. */
  const move = (from: number, to: number, verb: "up" | "down") => {
    onMove(from, to);
    setSaid(`${titleOf(rows[from] as DeskRow)} 移到第 ${to + 1} 位`);
    requestAnimationFrame(() => {
      const buttons = [...(list.current?.children[to]?.querySelectorAll("button") ?? [])];
      const wanted = buttons.find((each) => each.dataset.verb === verb && !each.disabled);
      (wanted ?? buttons.find((each) => !each.disabled))?.focus();
    });
  };
  const over = (event: DragEvent, index: number) => {
    if (held === undefined) return;
    event.preventDefault();
    if (held === index) return;
    onMove(held, index);
    setHeld(index);
  };
  return (
    <>
      <ol className="ad-pinned" ref={list} aria-label="置顶的文章">
        {rows.map((row, index) => (
          <li
            key={row.id}
            draggable
            data-held={held === index || undefined}
            onDragStart={(event) => {
              event.dataTransfer.effectAllowed = "move";
              setHeld(index);
            }}
            onDragOver={(event) => over(event, index)}
            onDrop={(event) => event.preventDefault()}
            onDragEnd={() => setHeld(undefined)}
          >
            <HolderOutlined aria-hidden className="cr-faint" />
            <span className="ad-place">{index + 1}</span>
            <span className="ad-pinned-main">
              {titleOf(row)}
              <small className="o-note">
                {row.topUntil ? `至 ${minute(row.topUntil)}` : "一直置顶"}
              </small>
            </span>
            <Button
              size="small"
              type="text"
              data-verb="up"
              icon={<ArrowUpOutlined aria-hidden />}
              aria-label={`上移「${titleOf(row)}」`}
              disabled={index === 0}
              onClick={() => move(index, index - 1, "up")}
            />
            <Button
              size="small"
              type="text"
              data-verb="down"
              icon={<ArrowDownOutlined aria-hidden />}
              aria-label={`下移「${titleOf(row)}」`}
              disabled={index === rows.length - 1}
              onClick={() => move(index, index + 1, "down")}
            />
          </li>
        ))}
      </ol>
      <p className="o-hidden" role="status">
        {said}
      </p>
    </>
  );
}
