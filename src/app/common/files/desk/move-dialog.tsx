import { Form } from "antd";
import type { LibraryFile, LibraryFolder } from "#src/lib/upload/library.ts";
import { call } from "#src/office/calls/http.ts";
import { notify } from "#src/office/calls/notify.ts";
import { tellChange } from "#src/office/calls/queries.ts";
import { CrudDrawer } from "#src/office/form/crud-drawer.tsx";
import { TreeSelect } from "#src/office/tree/tree-select.tsx";
import { folderPath, LIBRARY } from "#src/office/upload/media/library.ts";
import { folderNodes } from "./folder-drawer.tsx";

/** Puts chosen files into another folder, or out of all of them. */
export function MoveDialog({
  files,
  folders,
  onClose,
  onMoved,
}: {
  files: readonly LibraryFile[];
  folders: readonly LibraryFolder[];
  onClose: () => void;
  onMoved: () => void;
}) {
  const [first] = files;
  const save = async ({ folderId }: Record<string, unknown>) => {
    const target = Number(folderId ?? 0);
    await call("PUT", `${LIBRARY}/move`, {
      body: { fileIds: files.map((each) => each.fileId), folderId: target },
      isQuiet: true,
    });
    const name = target === 0 ? "未归入文件夹" : (folderPath(folders, target) ?? "");
    notify.success(`已将 ${files.length} 个文件移到「${name}」`);
    onMoved();
    onClose();
    await tellChange([LIBRARY]);
  };
  return (
    <CrudDrawer
      title={files.length === 1 ? `移动「${first?.name}」` : `移动 ${files.length} 个文件`}
      names={["folderId"]}
      initial={{ folderId: first?.folderId ?? 0 }}
      save={save}
      onClose={onClose}
    >
      <Form.Item name="folderId" label="移到文件夹">
        <TreeSelect label="文件夹" nodes={folderNodes(folders, "（未归入文件夹）")} />
      </Form.Item>
    </CrudDrawer>
  );
}
