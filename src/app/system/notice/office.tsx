import { lazy, Suspense, useEffect, useState } from "react";
import { isEdited } from "#src/lib/id-text.ts";
import { CrudPage } from "#src/office/list/crud-page.tsx";
import type { Column, Entity, Filter, RowAction } from "#src/office/list/crud-types.ts";
import { useTab } from "#src/office/tabs/tab.tsx";
import type { NoticeRow } from "./notice.ts";
import { NoticeEditor } from "./notice-editor.tsx";
import { kindOf, NoticeStatus } from "./notice-status.tsx";
import { ReadUsers } from "./read-users.tsx";
import "#src/office/form/prose.css";
import "./notice.css";

const NoticeDrawer = lazy(() => import("#src/office/header/notice-drawer.tsx"));

const ENTITY: Entity<NoticeRow> = {
  noun: "公告",
  path: "/system/notice",
  permi: "system:notice",
  id: "noticeId",
  name: "noticeTitle",
  isUnexported: true,
};

const FILTERS: Filter[] = [
  { kind: "text", name: "noticeTitle", label: "公告标题" },
  { kind: "text", name: "createBy", label: "操作人员" },
  { kind: "dict", name: "noticeType", label: "公告类型", dict: "sys_notice_type" },
];

const columnsOf = (onRead: (row: NoticeRow) => void): Column<NoticeRow>[] => [
  {
    key: "noticeTitle",
    title: "公告标题",
    isSortable: true,
    render: (row) => (
      <button
        type="button"
        className="o-link nt-open"
        title={row.noticeTitle}
        onClick={() => onRead(row)}
      >
        {row.noticeTitle}
      </button>
    ),
  },
  {
    key: "noticeType",
    title: "类型",
    width: 90,
    render: (row) => <span className="o-kind">{kindOf(row.noticeType)}</span>,
  },
  {
    key: "status",
    title: "状态",
    width: 100,
    render: (row) => <NoticeStatus status={row.status} />,
  },
  { key: "createBy", title: "创建者", width: 140 },
  {
    key: "createTime",
    title: "创建时间",
    width: 160,
    isSortable: true,
    render: (row) => row.createTime.slice(0, 16),
  },
  { key: "remark", title: "备注", isExtra: true },
];

/** 通知公告 (menu row 107): the list, and in its place the editor while `?edit=` names a notice. */
export default function NoticePage() {
  const { query, setQuery, setTitle } = useTab();
  const [made, setMade] = useState<number>();
  const [read, setRead] = useState<NoticeRow>();
  const [asked, setAsked] = useState<NoticeRow>();
  const edit = isEdited(query.edit) ? query.edit : undefined;

  // biome-ignore lint/correctness/useExhaustiveDependencies: the tab's functions are new each time
  useEffect(() => {
    setTitle(edit === undefined ? "通知公告" : edit === "new" ? "新增公告" : "编辑公告");
  }, [edit]);

  const open = (row: NoticeRow | undefined) => {
    setMade(undefined);
    setQuery({ edit: row?.noticeId ?? "new" });
  };
  const actions: RowAction<NoticeRow>[] = [
    { key: "readers", label: "阅读情况", permi: "system:notice:list", run: setAsked },
  ];

  if (edit !== undefined) {
    return (
      <NoticeEditor
        // One that has just got its number is still the one on the screen.
        key={edit === String(made) ? "new" : edit}
        noticeId={edit === "new" ? undefined : Number(edit)}
        onMade={(noticeId) => {
          setMade(noticeId);
          setQuery({ edit: noticeId });
        }}
        onLeave={() => setQuery({ edit: undefined })}
      />
    );
  }
  return (
    <>
      <CrudPage
        entity={ENTITY}
        title="通知公告"
        filters={FILTERS}
        columns={columnsOf(setRead)}
        form={{ open }}
        rowActions={actions}
      />
      {read && (
        <Suspense fallback={null}>
          <NoticeDrawer notice={{ ...read, isRead: true }} onClose={() => setRead(undefined)} />
        </Suspense>
      )}
      {asked && <ReadUsers notice={asked} onClose={() => setAsked(undefined)} />}
    </>
  );
}
