import { BlockOutlined, UploadOutlined } from "@ant-design/icons";
import { Button, Input, Segmented } from "antd";
import { type ReactNode, useRef, useState } from "react";
import type { LibraryFile, LibraryFolder, LibraryKind } from "#src/lib/upload/library.ts";
import { CONTENT_TYPES } from "#src/lib/upload/upload-rules.ts";
import { useCan } from "#src/office/account/can.tsx";
import { call } from "#src/office/calls/http.ts";
import { ask, notify } from "#src/office/calls/notify.ts";
import { tellChange } from "#src/office/calls/queries.ts";
import { CLEARABLE } from "#src/office/form/clearable.tsx";
import { BulkBar } from "#src/office/list/bulk-bar.tsx";
import { ListCard } from "#src/office/list/list-frame.tsx";
import { useList } from "#src/office/list/use-list.ts";
import { useRowChoice } from "#src/office/list/use-row-choice.ts";
import { Card } from "#src/office/shell/card.tsx";
import { DocumentPicture } from "#src/office/shell/pictures.tsx";
import { useIsMobile } from "#src/office/shell/use-media.ts";
import { useDirty, useTab } from "#src/office/tabs/tab.tsx";
import { LIBRARY, LIBRARY_FILTERS, libraryAsk } from "#src/office/upload/media/library.ts";
import { MediaGrid } from "#src/office/upload/media/media-grid.tsx";
import { UploadList } from "#src/office/upload/media/upload-list.tsx";
import { useLibraryUploads } from "#src/office/upload/media/use-library-uploads.ts";
import { DocumentTable } from "./document-table.tsx";
import { FileDrawer } from "./file-drawer.tsx";
import { MoveDialog } from "./move-dialog.tsx";

const KINDS: { value: LibraryKind | "all"; label: string }[] = [
  { value: "all", label: "全部" },
  { value: "picture", label: "图片" },
  { value: "document", label: "文档" },
  { value: "video", label: "视频" },
];

/** Tiles are small. */
const PAGE_SIZE = 50;

/** The files of a folder or of all: found, uploaded, chosen, moved, removed. */
export function LibraryList({
  folderId,
  folders,
  folderName,
  folderButton,
}: {
  folderId: number | undefined;
  folders: readonly LibraryFolder[];
  folderName: string;
  /** Opens the folders, where they do not stand beside the list. */
  folderButton: ReactNode;
}) {
  const tab = useTab();
  const can = useCan();
  const isMobile = useIsMobile();
  const { query } = tab;
  const kind = KINDS.find((each) => each.value === query.kind)?.value ?? "all";
  const list = useList<LibraryFile>({ path: LIBRARY }, LIBRARY_FILTERS, {
    fixed: libraryAsk(folderId, kind === "all" ? undefined : kind),
    pageSize: PAGE_SIZE,
  });
  const { rows } = list;
  const { search = "" } = list.values;
  const choice = useRowChoice(rows, ({ fileId }) => fileId, list.question);
  const [shown, setShown] = useState<number>();
  const [moved, setMoved] = useState<readonly LibraryFile[]>();
  const [isOver, setOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const uploads = useLibraryUploads();
  useDirty(uploads.isGoing);
  const mayAdd = can.permi(["content:file:add"]);
  const mayEdit = can.permi(["content:file:edit"]);
  const mayRemove = can.permi(["content:file:remove"]);
  const target = folderId ?? 0;

  const take = (files: readonly File[]) => {
    if (mayAdd && files.length > 0) uploads.take(files, target);
  };
  const remove = async (gone: readonly LibraryFile[]) => {
    const [first] = gone;
    if (!first) return false;
    const what = gone.length === 1 ? `「${first.name}」` : `选中的 ${gone.length} 个文件`;
    const isSure = await ask({
      title: `删除${what}？`,
      text: "删除后无法恢复。正在被使用的文件不能删除，会告诉您用在哪里。",
      ok: "删除",
      isDanger: true,
    });
    if (!isSure) return false;
    try {
      await call("DELETE", `${LIBRARY}/${gone.map((each) => each.fileId).join(",")}`);
    } catch {
      // The refusal is on the screen already.
      return false;
    }
    notify.success(gone.length === 1 ? `已删除${what}` : `已删除 ${gone.length} 个文件`);
    await tellChange([LIBRARY]);
    return true;
  };

  const add = mayAdd
    ? {
        label: "上传",
        icon: <UploadOutlined aria-hidden />,
        run: () => input.current?.click(),
      }
    : undefined;
  const removable = choice.rows.filter((each) => each.mayRemove);
  const movable = choice.rows.filter((each) => each.mayEdit);
  const isNarrowed = search !== "" || kind !== "all" || folderId !== undefined;
  const shared = {
    files: rows ?? [],
    selected: new Set(choice.keys),
    hasBoxes: mayEdit || mayRemove,
    isStale: list.isStale,
    onTick: (file: LibraryFile, isOn: boolean) => choice.tick([file.fileId], isOn),
    onOpen: (file: LibraryFile) => setShown(file.fileId),
  };

  return (
    <>
      <ListCard
        title={folderName}
        section={{
          className: "fl-main",
          ...(mayAdd && isOver ? { "data-over": true } : {}),
          onDragOver: (event) => {
            if (!event.dataTransfer.types.includes("Files")) return;
            event.preventDefault();
            setOver(true);
          },
          onDragLeave: (event) => {
            if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
          },
          onDrop: (event) => {
            event.preventDefault();
            setOver(false);
            take([...event.dataTransfer.files]);
          },
          onPaste: (event) => take([...event.clipboardData.files]),
        }}
        filterRow={(field) => (
          <div className="cr-filters">
            {folderButton}
            <Segmented
              aria-label="文件种类"
              options={KINDS}
              value={kind}
              onChange={(value) =>
                tab.setQuery({ kind: value === "all" ? undefined : value, pageNum: undefined })
              }
            />
            <Input.Search
              key={search}
              ref={field}
              className="fl-search"
              aria-label="搜索名称或替代文字"
              placeholder="搜索名称或替代文字"
              allowClear={CLEARABLE}
              maxLength={50}
              defaultValue={search}
              onSearch={(text) => list.search({ search: text.trim() })}
            />
          </div>
        )}
        list={list}
        choice={choice}
        add={add}
        actions={
          <>
            <Button
              icon={<BlockOutlined aria-hidden />}
              onClick={() => tab.setQuery({ view: "duplicates" })}
            >
              查重
            </Button>
            {mayAdd && !isMobile && (
              <span className="o-note fl-hint">
                可拖入或粘贴到这里，存入「{target === 0 ? "未归入文件夹" : folderName}」
              </span>
            )}
          </>
        }
        bulk={
          choice.size > 0 && (
            <BulkBar
              noun="文件"
              unit="个"
              verb="删除"
              count={choice.size}
              removable={mayRemove ? removable.length : 0}
              onClear={choice.clear}
              onRemove={() => void remove(removable)}
            >
              {mayEdit && (
                <Button
                  size="small"
                  disabled={movable.length === 0}
                  onClick={() => setMoved(movable)}
                >
                  移动 {movable.length}
                </Button>
              )}
            </BulkBar>
          )
        }
        strip={<UploadList uploads={uploads} folderId={target} />}
        empty={{
          card: (
            <Card
              picture={<DocumentPicture />}
              title={isNarrowed ? "没有符合条件的文件" : "还没有图片和文件"}
              actions={
                search || kind !== "all" ? (
                  <Button
                    type="primary"
                    onClick={() =>
                      tab.setQuery({ search: undefined, kind: undefined, pageNum: undefined })
                    }
                  >
                    清空筛选
                  </Button>
                ) : (
                  add && (
                    <Button type="primary" icon={add.icon} onClick={add.run}>
                      {add.label}
                    </Button>
                  )
                )
              }
            >
              {isNarrowed
                ? "换个文件夹或条件再看，也可以在这里上传。"
                : "上传之后，写文章、做横幅时可以直接选用；一张图片只需上传一次。"}
            </Card>
          ),
        }}
        hints={[
          [["↑", "↓"], "移动"],
          [["↵"], "打开"],
          [["X"], "勾选"],
        ]}
      >
        {(scroller) => (
          <div className="fl-scroll" ref={scroller}>
            {!rows && <Bones />}
            {rows &&
              (kind === "document" ? <DocumentTable {...shared} /> : <MediaGrid {...shared} />)}
          </div>
        )}
      </ListCard>
      <input
        ref={input}
        type="file"
        multiple
        style={{ display: "none" }}
        aria-label="上传文件"
        accept={CONTENT_TYPES.map((type) => `.${type}`).join(",")}
        onChange={(event) => {
          take([...(event.target.files ?? [])]);
          event.target.value = "";
        }}
      />
      {shown !== undefined && (
        <FileDrawer
          key={shown}
          fileId={shown}
          folders={folders}
          onShow={setShown}
          onClose={() => setShown(undefined)}
          onRemove={async (file) => {
            if (await remove([file])) setShown(undefined);
          }}
        />
      )}
      {moved && (
        <MoveDialog
          files={moved}
          folders={folders}
          onClose={() => setMoved(undefined)}
          onMoved={choice.clear}
        />
      )}
    </>
  );
}

/** Grey tiles until the first answer. */
function Bones() {
  return (
    <ul className="md-grid fl-bones" aria-hidden="true">
      {["a", "b", "c", "d", "e", "f", "g", "h"].map((key) => (
        <li key={key} />
      ))}
    </ul>
  );
}
