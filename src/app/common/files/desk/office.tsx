import { FolderOpenOutlined } from "@ant-design/icons";
import { Button, Drawer } from "antd";
import { useState } from "react";
import { idOfText } from "#src/lib/id-text.ts";
import { useIsMobile } from "#src/office/shell/use-media.ts";
import { useTab } from "#src/office/tabs/tab.tsx";
import { folderPath, useFolders } from "#src/office/upload/media/library.ts";
import { Duplicates } from "./duplicates.tsx";
import { FolderSide } from "./folder-side.tsx";
import { LibraryList } from "./library-list.tsx";
import "#src/office/list/parts.css";
import "#src/office/upload/upload.css";
import "./files.css";

/** 图片与文件 (menu row 2003): folders beside the files; what is shown stands in the tab's query. */
export default function FilesPage() {
  const tab = useTab();
  const isMobile = useIsMobile();
  const folders = useFolders();
  const [isTreeOpen, setTreeOpen] = useState(false);
  const folderId = idOfText(tab.query.folderId ?? "");
  const rows = folders.data?.data ?? [];
  const choose = (next: number | undefined) => {
    setTreeOpen(false);
    tab.setQuery({ folderId: next, pageNum: undefined, view: undefined });
  };
  const side = <FolderSide chosen={folderId} onChoose={choose} />;
  const name =
    folderId === undefined
      ? "全部文件"
      : folderId === 0
        ? "未归入文件夹"
        : (folderPath(rows, folderId) ?? "文件夹不存在");
  return (
    <div className="fl">
      <h1 className="o-hidden">图片与文件</h1>
      {!isMobile && (
        <aside className="o-block fl-side" aria-label="文件夹">
          <h2>文件夹</h2>
          {side}
        </aside>
      )}
      {tab.query.view === "duplicates" ? (
        <Duplicates onBack={() => tab.setQuery({ view: undefined })} />
      ) : (
        <LibraryList
          folderId={folderId}
          folders={rows}
          folderName={name}
          folderButton={
            isMobile && (
              <Button
                icon={<FolderOpenOutlined aria-hidden />}
                aria-label={`文件夹：${name}`}
                onClick={() => setTreeOpen(true)}
              />
            )
          }
        />
      )}
      {isTreeOpen && isMobile && (
        <Drawer open title="文件夹" placement="left" size={300} onClose={() => setTreeOpen(false)}>
          {side}
        </Drawer>
      )}
    </div>
  );
}
