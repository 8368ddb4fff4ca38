import { Form, Input, InputNumber } from "antd";
import { LIBRARY_MAX, type LibraryFolder } from "../../../../lib/library.ts";
import { treeOf } from "../../../../lib/tree.ts";
import { call } from "../../../../office/http.ts";
import { notify } from "../../../../office/notify.ts";
import { CrudDrawer, Ruled, textRules } from "../../../../office/parts/crud-drawer.tsx";
import { LIBRARY } from "../../../../office/parts/media/library.ts";
import { type TreeNode, TreeSelect } from "../../../../office/parts/tree-select.tsx";
import { tellChange } from "../../../../office/queries.ts";

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
