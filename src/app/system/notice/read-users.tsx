import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Drawer, Input } from "antd";
import { useState } from "react";
import { PAGE_SIZE } from "#src/lib/pager.ts";
import { call } from "#src/office/calls/http.ts";
import { CLEARABLE } from "#src/office/form/clearable.tsx";
import { Pager } from "#src/office/list/pager.tsx";
import { Failure } from "#src/office/shell/card.tsx";

type Reader = {
  userId: number;
  userName: string;
  nickName: string;
  deptName: string | null;
  phonenumber: string;
  readTime: string;
};

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
  const [searchValue, setSearchValue] = useState("");
  const [[pageNum, pageSize], setPage] = useState([1, PAGE_SIZE]);
  const { data, error, refetch } = useQuery({
    queryKey: ["/system/notice/readUsers", noticeId, searchValue, pageNum, pageSize],
    queryFn: ({ signal }) =>
      call<{ total: number; rows: Reader[] }>("GET", "/system/notice/readUsers/list", {
        query: { noticeId, searchValue, pageNum, pageSize },
        signal,
        isQuiet: true,
      }),
    meta: { isQuiet: true },
    placeholderData: keepPreviousData,
    // Somebody may have read it meanwhile.
    staleTime: 0,
  });

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
        {data && !searchValue && <span className="o-note">{data.total} 人已读</span>}
      </p>
      <Input.Search
        allowClear={CLEARABLE}
        placeholder="按登录名或姓名查找"
        aria-label="按登录名或姓名查找"
        onSearch={(text) => {
          setSearchValue(text.trim());
          setPage([1, pageSize]);
        }}
      />
      {error && <Failure error={error} onRetry={() => void refetch()} />}
      {data?.rows.length === 0 && (
        <p className="o-panel-empty">{searchValue ? "没有符合条件的读者。" : "还没有人读过。"}</p>
      )}
      <ul className="nt-readers">
        {data?.rows.map((reader) => (
          <li key={reader.userId}>
            <b>{reader.nickName || reader.userName}</b>
            <span>
              {[reader.userName, reader.deptName, reader.phonenumber].filter(Boolean).join(" · ")}
            </span>
            <time>{reader.readTime.slice(0, 16)}</time>
          </li>
        ))}
      </ul>
      {data && data.total > pageSize && (
        <Pager
          total={data.total}
          pageNum={pageNum}
          pageSize={pageSize}
          onTurn={(page, size) => setPage([page, size])}
        />
      )}
    </Drawer>
  );
}
