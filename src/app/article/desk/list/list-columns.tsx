import { PaperClipOutlined } from "@ant-design/icons";
import type { Column } from "#src/office/list/crud-types.ts";
import { ShellLink } from "#src/office/menu/shell-link.tsx";
import type { DeskRow } from "../model/desk.ts";
import { editPath } from "../parts/calls.ts";
import { StateMark, VISIBLE_WORDS } from "../parts/state-mark.tsx";

/** Minutes are enough; the year stays: articles are old. */
export const minute = (time: string | null): string => time?.slice(0, 16) ?? "—";

export const titleOf = (row: Pick<DeskRow, "articleName" | "id">): string =>
  row.articleName || `未命名（${row.id}）`;

/** 顶, the title, and a clip where files hang on it. */
function ArticleTitle({ row }: { row: DeskRow }) {
  const { top, attachmentCount, allowed, id } = row;
  const title = titleOf(row);
  return (
    <span className="ad-title">
      {top > 0 && <span className="ad-top">顶</span>}
      {allowed.includes("edit") ? (
        <ShellLink className="ad-name" to={editPath(id)} title={title}>
          {title}
        </ShellLink>
      ) : (
        <span className="ad-name" title={title}>
          {title}
        </span>
      )}
      {attachmentCount > 0 && (
        <PaperClipOutlined className="cr-faint" aria-label={`${attachmentCount} 个附件`} />
      )}
    </span>
  );
}

/** State, category, time and reads in one line, on a card. */
export const CardFacts = ({ row }: { row: DeskRow }) => (
  <p className="ad-facts">
    <StateMark {...row} />
    <span>{row.typeName || "未选栏目"}</span>
    <span>{row.publishTime ? minute(row.publishTime) : "未发布"}</span>
    {row.reads > 0 && <span>{row.reads.toLocaleString("zh-CN")} 阅读</span>}
  </p>
);

export const COLUMNS: readonly Column<DeskRow>[] = [
  { key: "articleName", title: "标题", render: (row) => <ArticleTitle row={row} /> },
  { key: "typeName", title: "栏目", width: 112, render: (row) => row.typeName || "—" },
  {
    key: "ownerName",
    title: "作者 / 来源",
    width: 126,
    render: (row) => row.source || row.author || row.ownerName || "—",
  },
  { key: "status", title: "状态", width: 86, render: (row) => <StateMark {...row} /> },
  {
    key: "visible",
    title: "可见",
    width: 56,
    render: ({ visible }) => (
      <span className={visible === "public" ? "ad-quiet" : undefined}>
        {VISIBLE_WORDS[visible]}
      </span>
    ),
  },
  {
    key: "reads",
    title: "阅读",
    width: 84,
    isNumber: true,
    isSortable: true,
    render: ({ reads }) => (reads > 0 ? reads.toLocaleString("zh-CN") : "—"),
  },
  {
    key: "publishTime",
    title: "发布时间",
    width: 144,
    isSortable: true,
    render: ({ publishTime }) => minute(publishTime),
  },
  {
    key: "updateTime",
    title: "更新时间",
    width: 144,
    isSortable: true,
    isExtra: true,
    render: ({ updateTime }) => minute(updateTime),
  },
  { key: "deptName", title: "部门", width: 110, isExtra: true },
];
