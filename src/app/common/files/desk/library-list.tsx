import { BlockOutlined, UploadOutlined } from "@ant-design/icons";
import { Button, Input, type InputRef, Segmented } from "antd";
import { type ReactNode, useRef, useState } from "react";
import { pageSizeOf, wholeNumber } from "#src/lib/pager.ts";
import type { LibraryFile, LibraryFolder, LibraryKind } from "#src/lib/upload/library.ts";
import { CONTENT_TYPES } from "#src/lib/upload/upload-rules.ts";
import { useCan } from "#src/office/account/can.tsx";
import { call } from "#src/office/calls/http.ts";
import { ask, notify } from "#src/office/calls/notify.ts";
import { tellChange } from "#src/office/calls/queries.ts";
import { CLEARABLE } from "#src/office/form/clearable.tsx";
import { Key } from "#src/office/keys/keys.tsx";
import { plainKey, useShortcuts } from "#src/office/keys/shortcuts.ts";
import { BulkBar } from "#src/office/list/bulk-bar.tsx";
import { Pager, scrollToTop } from "#src/office/list/pager.tsx";
import { useRowChoice } from "#src/office/list/use-row-choice.ts";
import { Card, Failure } from "#src/office/shell/card.tsx";
import { DocumentPicture } from "#src/office/shell/pictures.tsx";
import { useIsMobile } from "#src/office/shell/use-media.ts";
import { useDirty, useTab } from "#src/office/tabs/tab.tsx";
import { LIBRARY, useLibrary } from "#src/office/upload/media/library.ts";
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
  const search = query.search ?? "";
  const pageNum = wholeNumber(query.pageNum ?? null, 1);
  const pageSize = query.pageSize ? pageSizeOf(query.pageSize) : 50;
  const list = useLibrary({
    folderId,
    kind: kind === "all" ? undefined : kind,
    search,
    pageNum,
    pageSize,
  });
  const { data, error, isFetching, refetch } = list;
  const rows = data?.rows;
  const [selected, setSelected] = useRowChoice(
    rows,
    ({ fileId }) => fileId,
    JSON.stringify([folderId, kind, search, pageNum, pageSize]),
  );
  const [shown, setShown] = useState<number>();
  const [moved, setMoved] = useState<readonly LibraryFile[]>();
  const [isOver, setOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const finder = useRef<InputRef>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const body = useRef<HTMLElement>(null);
  const uploads = useLibraryUploads();
  useDirty(uploads.isGoing);
  const mayAdd = can.permi(["content:file:add"]);
  const mayEdit = can.permi(["content:file:edit"]);
  const mayRemove = can.permi(["content:file:remove"]);
  const target = folderId ?? 0;

  const take = (files: readonly File[]) => {
    if (mayAdd && files.length > 0) uploads.take(files, target);
  };
  const tick = (file: LibraryFile, isOn: boolean) => {
    const next = new Map(selected);
    if (isOn) next.set(file.fileId, file);
    else next.delete(file.fileId);
    setSelected(next);
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

  useShortcuts([
    {
      keys: "/",
      label: "搜索",
      isSingle: true,
      matches: plainKey("/"),
      run: () => finder.current?.focus(),
    },
    {
      keys: "N",
      label: "上传",
      isSingle: true,
      matches: plainKey("n"),
      run: () => mayAdd && input.current?.click(),
    },
    {
      keys: "J",
      label: "第一个文件",
      isSingle: true,
      matches: (event) => plainKey("j")(event) || plainKey("ArrowDown")(event),
      run: () => body.current?.querySelector<HTMLElement>(".md-open, .fl-row")?.focus(),
    },
    {
      keys: "Esc",
      label: "取消选择",
      matches: (event) => selected.size > 0 && plainKey("Escape")(event),
      run: () => setSelected(new Map()),
    },
  ]);

  const uploadButton = mayAdd && (
    <Button
      type="primary"
      icon={<UploadOutlined aria-hidden />}
      aria-label={isMobile ? "上传" : undefined}
      onClick={() => input.current?.click()}
    >
      {isMobile ? null : "上传"}
    </Button>
  );
  const chosen = [...selected.values()];
  const removable = chosen.filter((each) => each.mayRemove);
  const movable = chosen.filter((each) => each.mayEdit);
  const isNarrowed = search !== "" || kind !== "all" || folderId !== undefined;
  const shared = {
    files: rows ?? [],
    selected: new Set(selected.keys()),
    hasBoxes: mayEdit || mayRemove,
    isStale: isFetching,
    onTick: tick,
    onOpen: (file: LibraryFile) => setShown(file.fileId),
  };

  return (
    <section
      ref={body}
      className="o-block cr-card fl-main"
      aria-label={folderName}
      data-over={(mayAdd && isOver) || undefined}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes("Files")) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
      }}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        take([...event.dataTransfer.files]);
      }}
      onPaste={(event) => take([...event.clipboardData.files])}
    >
      <div className="cr-top">
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
            ref={finder}
            className="fl-search"
            aria-label="搜索名称或替代文字"
            placeholder="搜索名称或替代文字"
            allowClear={CLEARABLE}
            maxLength={50}
            defaultValue={search}
            onSearch={(text) => tab.setQuery({ search: text.trim(), pageNum: undefined })}
          />
        </div>
        {selected.size > 0 && (
          <BulkBar
            noun="文件"
            unit="个"
            verb="删除"
            count={selected.size}
            removable={mayRemove ? removable.length : 0}
            onClear={() => setSelected(new Map())}
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
        )}
        {(selected.size === 0 || isMobile) && (
          <div className="cr-bar">
            {uploadButton}
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
          </div>
        )}
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
        <UploadList uploads={uploads} folderId={target} />
      </div>
      {error && !data && <Failure error={error} onRetry={() => void refetch()} />}
      {rows?.length === 0 && (
        <Card
          picture={<DocumentPicture />}
          title={isNarrowed ? "没有符合条件的文件" : "还没有图片和文件"}
          actions={
            isNarrowed && (search || kind !== "all") ? (
              <Button
                type="primary"
                onClick={() => tab.setQuery({ search: undefined, kind: undefined })}
              >
                清空筛选
              </Button>
            ) : (
              uploadButton
            )
          }
        >
          {isNarrowed
            ? "换个文件夹或条件再看，也可以在这里上传。"
            : "上传之后，写文章、做横幅时可以直接选用；一张图片只需上传一次。"}
        </Card>
      )}
      {!(error && !data) && rows?.length !== 0 && (
        <div className="fl-scroll" ref={scroller}>
          {!rows && <Bones />}
          {rows &&
            (kind === "document" ? <DocumentTable {...shared} /> : <MediaGrid {...shared} />)}
        </div>
      )}
      {data && data.total > 0 && (
        <footer className="cr-bottom">
          {!isMobile && (
            <p className="o-note cr-hints" aria-hidden="true">
              <Key>↑</Key> <Key>↓</Key> 移动 <Key>↵</Key> 打开 <Key>X</Key> 勾选
            </p>
          )}
          <Pager
            total={data.total}
            pageNum={pageNum}
            pageSize={pageSize}
            onTurn={(page, size) => {
              tab.setQuery({
                pageNum: page === 1 ? undefined : page,
                pageSize: size === 50 ? undefined : size,
              });
              scrollToTop(isMobile ? body.current?.closest(".o-content") : scroller.current);
            }}
          />
        </footer>
      )}
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
          onMoved={() => setSelected(new Map())}
        />
      )}
    </section>
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
