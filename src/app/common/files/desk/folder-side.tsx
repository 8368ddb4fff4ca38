import { DeleteOutlined, EditOutlined, FolderAddOutlined } from "@ant-design/icons";
import { Button, Tree } from "antd";
import { useState } from "react";
import { Can } from "#src/office/account/can.tsx";
import { call } from "#src/office/calls/http.ts";
import { ask, notify } from "#src/office/calls/notify.ts";
import { tellChange } from "#src/office/calls/queries.ts";
import { Failure } from "#src/office/shell/card.tsx";
import {
  type FolderNode,
  folderTree,
  LIBRARY,
  useFolders,
} from "#src/office/upload/media/library.ts";
import { FolderDrawer, type FolderForm } from "./folder-drawer.tsx";

type Shown = { key: number; title: string; children: Shown[] };

const asNode = ({ key, title, files, children }: FolderNode): Shown => ({
  key,
  title: `${title}（${files}）`,
  children: children.map(asNode),
});

/** The folders as a tree, and the actions on the chosen one. */
export function FolderSide({
  chosen,
  onChoose,
}: {
  chosen: number | undefined;
  onChoose: (folderId: number | undefined) => void;
}) {
  const { data, error, refetch } = useFolders();
  const [closed, setClosed] = useState<readonly number[]>([]);
  const [form, setForm] = useState<FolderForm>();
  if (error && !data) return <Failure error={error} onRetry={() => void refetch()} />;
  const rows = data?.data ?? [];
  const found = rows.find((each) => each.folderId === chosen);
  const open = rows.map(({ folderId }) => folderId).filter((id) => !closed.includes(id));

  const remove = async () => {
    if (!found) return;
    const isSure = await ask({
      title: `删除文件夹「${found.folderName}」？`,
      text: "只能删除空的文件夹；其中的文件请先移走。",
      ok: "删除",
      isDanger: true,
    });
    if (!isSure) return;
    await call("DELETE", `${LIBRARY}/folders/${found.folderId}`);
    notify.success(`已删除文件夹「${found.folderName}」`);
    onChoose(found.parentId === 0 ? undefined : found.parentId);
    await tellChange([LIBRARY]);
  };

  return (
    <>
      <div className="fl-acts">
        <Can permi={["content:file:add"]}>
          <Button
            size="small"
            icon={<FolderAddOutlined aria-hidden />}
            onClick={() => setForm({ row: undefined, parentId: found?.folderId ?? 0 })}
          >
            新建
          </Button>
        </Can>
        {found && (
          <>
            <Can permi={["content:file:edit"]}>
              <Button
                size="small"
                type="text"
                icon={<EditOutlined aria-hidden />}
                aria-label={`修改文件夹「${found.folderName}」`}
                title="改名或移动"
                onClick={() => setForm({ row: found, parentId: found.parentId })}
              />
            </Can>
            <Can permi={["content:file:remove"]}>
              <Button
                size="small"
                type="text"
                icon={<DeleteOutlined aria-hidden />}
                aria-label={`删除文件夹「${found.folderName}」`}
                title="删除"
                // The refusal is on the screen already.
                onClick={() => void remove().catch(() => undefined)}
              />
            </Can>
          </>
        )}
      </div>
      <Button
        type="text"
        block
        className="fl-all"
        aria-pressed={chosen === undefined}
        onClick={() => onChoose(undefined)}
      >
        全部文件{data ? `（${data.total}）` : ""}
      </Button>
      <Button
        type="text"
        block
        className="fl-all"
        aria-pressed={chosen === 0}
        onClick={() => onChoose(0)}
      >
        未归入文件夹{data ? `（${data.unfiled}）` : ""}
      </Button>
      {rows.length > 0 ? (
        <Tree
          className="fl-tree"
          aria-label="文件夹"
          blockNode
          virtual={false}
          titleRender={({ title }) => <span title={title}>{title}</span>}
          treeData={folderTree(rows).map(asNode)}
          expandedKeys={open}
          selectedKeys={chosen ? [chosen] : []}
          onExpand={(keys) =>
            setClosed(rows.map(({ folderId }) => folderId).filter((id) => !keys.includes(id)))
          }
          onSelect={([key]) => onChoose(key === undefined ? undefined : Number(key))}
        />
      ) : (
        data && <p className="o-note fl-none">还没有文件夹。新建之后，可以把文件分类存放。</p>
      )}
      {form && <FolderDrawer form={form} rows={rows} onClose={() => setForm(undefined)} />}
    </>
  );
}
