import { Form, Input, InputNumber } from "antd";
import { treeOf } from "#src/lib/tree.ts";
import { LIBRARY_MAX, type LibraryFolder } from "#src/lib/upload/library.ts";
import { call } from "#src/office/calls/http.ts";
import { notify } from "#src/office/calls/notify.ts";
import { tellChange } from "#src/office/calls/queries.ts";
import { CrudDrawer, Ruled, textRules } from "#src/office/form/crud-drawer.tsx";
import { type TreeNode, TreeSelect } from "#src/office/tree/tree-select.tsx";
import { LIBRARY } from "#src/office/upload/media/library.ts";

/** A folder to change; no row for a new one. */
export type FolderForm = { row: LibraryFolder | undefined; parentId: number };

/** The folders to choose from, without `without` and all below it; 0 stands on top. */
export function folderNodes(
  rows: readonly LibraryFolder[],
  top: string,
  without?: number,
): TreeNode[] {
  const kept = rows.filter(
    ({ folderId, parentId }) => folderId !== without && parentId !== without,
  );
  const ids = new Set([0, ...kept.map(({ folderId }) => folderId)]);
  const nodes = treeOf(
    kept
      .filter(({ parentId }) => ids.has(parentId))
      .map(({ folderId, parentId, folderName }) => ({
        id: folderId,
        parentId,
        label: folderName,
        disabled: false,
      })),
  );
  return [{ id: 0, label: top, children: nodes }];
}

/** 新建文件夹, or its name and place. */
export function FolderDrawer({
  form: { row, parentId },
  rows,
  onClose,
}: {
  form: FolderForm;
  rows: readonly LibraryFolder[];
  onClose: () => void;
}) {
  const save = async (values: Record<string, unknown>) => {
    const body = { ...values, parentId: values.parentId ?? 0 };
    await call(row ? "PUT" : "POST", `${LIBRARY}/folders`, {
      body: row ? { ...body, folderId: row.folderId } : body,
      isQuiet: true,
    });
    notify.success(`已${row ? "保存" : "新建"}文件夹「${String(values.folderName)}」`);
    onClose();
    await tellChange([LIBRARY]);
  };
  return (
    <CrudDrawer
      title={row ? `修改文件夹「${row.folderName}」` : "新建文件夹"}
      names={["folderName", "parentId", "orderNum"]}
      initial={{ folderName: row?.folderName ?? "", parentId, orderNum: row?.orderNum ?? 0 }}
      save={save}
      onClose={onClose}
    >
      <Form.Item
        name="folderName"
        label={<Ruled label="文件夹名称" rule={`最多 ${LIBRARY_MAX.folderName} 个字符`} />}
        rules={textRules("文件夹名称", LIBRARY_MAX.folderName)}
      >
        <Input maxLength={LIBRARY_MAX.folderName + 10} />
      </Form.Item>
      <Form.Item name="parentId" label="上级文件夹">
        <TreeSelect label="上级文件夹" nodes={folderNodes(rows, "（最上层）", row?.folderId)} />
      </Form.Item>
      <Form.Item name="orderNum" label={<Ruled label="显示顺序" rule="从小到大排列" />}>
        <InputNumber min={0} max={999_999} precision={0} />
      </Form.Item>
    </CrudDrawer>
  );
}
