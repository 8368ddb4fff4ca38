import { Drawer, Input } from "antd";
import { useState } from "react";
import { CLEARABLE } from "#src/office/form/clearable.tsx";
import type { Filter } from "#src/office/list/crud-types.ts";
import { useOwnQuery } from "#src/office/list/filter-state.ts";
import { Pager } from "#src/office/list/pager.tsx";
import { useList } from "#src/office/list/use-list.ts";
import { Failure } from "#src/office/shell/card.tsx";

type Reader = {
  userId: number;
  userName: string;
  nickName: string;
  deptName: string | null;
  phonenumber: string;
  readTime: string;
};

const FILTERS: Filter[] = [{ kind: "text", name: "searchValue", label: "登录名或姓名" }];

/** Who has read a notice, newest first. */
export function ReadUsers({
  notice,
  onClose,
}: {
  notice: { noticeId: number; noticeTitle: string };
  onClose: () => void;
}) {
  const { noticeId, noticeTitle } = notice;
  const [isOpen, setOpen] = useState(true);
  // Somebody may have read it meanwhile.
  const list = useList<Reader>({ path: "/system/notice/readUsers" }, FILTERS, {
    fixed: { noticeId: String(noticeId) },
    place: useOwnQuery(),
    isLive: true,
  });
  const { rows, total = 0, error } = list;
  const { searchValue } = list.values;

  return (
    <Drawer
      open={isOpen}
      size={480}
      title="阅读情况"
      closable={{ placement: "end" }}
      onClose={() => setOpen(false)}
      afterOpenChange={(isNow) => {
        if (!isNow) onClose();
      }}
    >
      <p className="nt-of">
        {noticeTitle}
        {rows && !searchValue && <span className="o-note">{total} 人已读</span>}
      </p>
      <Input.Search
        allowClear={CLEARABLE}
        placeholder="按登录名或姓名查找"
        aria-label="按登录名或姓名查找"
        onSearch={(text) => list.search({ searchValue: text.trim() })}
      />
      {error && <Failure error={error} onRetry={list.refetch} />}
      {rows?.length === 0 && (
        <p className="o-panel-empty">{searchValue ? "没有符合条件的读者。" : "还没有人读过。"}</p>
      )}
      <ul className="nt-readers">
        {rows?.map((reader) => (
          <li key={reader.userId}>
            <b>{reader.nickName || reader.userName}</b>
            <span>
              {[reader.userName, reader.deptName, reader.phonenumber].filter(Boolean).join(" · ")}
            </span>
            <time>{reader.readTime.slice(0, 16)}</time>
          </li>
        ))}
      </ul>
      {total > list.pageSize && (
        <Pager total={total} pageNum={list.pageNum} pageSize={list.pageSize} onTurn={list.turn} />
      )}
    </Drawer>
  );
}
