import { SearchOutlined, UploadOutlined } from "@ant-design/icons";
import { Button, Input, Modal, Select, Spin } from "antd";
import { useRef, useState } from "react";
import type { LibraryFile, LibraryKind } from "../../lib/upload/library.ts";
import { CONTENT_TYPES, PICTURE_TYPES } from "../../lib/upload/upload-rules.ts";
import { useCan } from "../account/can.tsx";
import { CLEARABLE } from "../form/clearable.tsx";
import { useCarefulClose } from "../layers/use-careful-close.ts";
import { useOwnQuery } from "../list/filter-state.ts";
import { Pager } from "../list/pager.tsx";
import { useList } from "../list/use-list.ts";
import { Card, Failure } from "../shell/card.tsx";
import { DocumentPicture } from "../shell/pictures.tsx";
import { useIsMobile } from "../shell/use-media.ts";
import { folderPath, LIBRARY, LIBRARY_FILTERS, libraryAsk, useFolders } from "./media/library.ts";
import { MediaGrid } from "./media/media-grid.tsx";
import { UploadList } from "./media/upload-list.tsx";
import { useLibraryUploads } from "./media/use-library-uploads.ts";
import "../list/parts.css";
import "./upload.css";

/** A file that was chosen; `url` is its `/profile/…` path, sizes in pixels (0: no picture). */
export type PickedFile = {
  url: string;
  name: string;
  bytes: number;
  alt: string;
  width: number;
  height: number;
};

const ALL = -1;

const picked = ({ url, name, bytes, alt, width, height }: LibraryFile): PickedFile => ({
  url,
  name,
  bytes,
  alt,
  width,
  height,
});

/**
 * Chooses from the media library, or uploads into it: a dialog. `kind`: pictures alone, or any file.
 * Without `multiple` a choice replaces the one before. `onPick` gets the files in the order in which
 * they were chosen, and closes the dialog; `onClose` leaves all as it was. Needs content:file:list.
 */
export function MediaPicker({
  kind,
  multiple = false,
  onPick,
  onClose,
}: {
  kind: "picture" | "file";
  multiple?: boolean;
  onPick: (files: PickedFile[]) => void;
  onClose: () => void;
}) {
  const can = useCan();
  const isMobile = useIsMobile();
  const mayUpload = can.permi(["content:file:add"]);
  const [folder, setFolder] = useState(ALL);
  const [chosen, setChosen] = useState<ReadonlyMap<number, LibraryFile>>(new Map());
  const input = useRef<HTMLInputElement>(null);
  const folders = useFolders();
  const only: LibraryKind | undefined = kind === "picture" ? "picture" : undefined;
  const place = useOwnQuery();
  const list = useList<LibraryFile>({ path: LIBRARY }, LIBRARY_FILTERS, {
    fixed: libraryAsk(folder === ALL ? undefined : folder, only),
    place,
  });
  const { rows, error } = list;
  const noun = kind === "picture" ? "图片" : "文件";
  const { close, settle } = useCarefulClose(
    chosen.size > 0,
    { title: `放弃选好的${noun}？`, text: `选好的${noun}还没有使用，关闭后要重新选择。` },
    onClose,
  );
  const types: readonly string[] = kind === "picture" ? PICTURE_TYPES : CONTENT_TYPES;

  const choose = (file: LibraryFile, isOn: boolean) =>
    setChosen((before) => {
      const next = new Map(multiple ? before : []);
      if (isOn) next.set(file.fileId, file);
      else next.delete(file.fileId);
      return next;
    });
  // Whatever was uploaded here was meant for here.
  const uploads = useLibraryUploads((file) => {
    if (!only || file.kind === only) choose(file, true);
  });
  const target = folder === ALL ? 0 : folder;
  const take = (files: readonly File[]) => {
    if (mayUpload && files.length > 0) uploads.take(files, target);
  };
  const options = [
    { value: ALL, label: "全部文件夹" },
    { value: 0, label: "未归入文件夹" },
    ...(folders.data?.data ?? []).map(({ folderId }) => ({
      value: folderId,
      label: folderPath(folders.data?.data ?? [], folderId) ?? "",
    })),
  ];

  return (
    <Modal
      open
      centered
      width={isMobile ? "100%" : 880}
      title={`选择${noun}`}
      className="md-picker"
      onCancel={() => void close()}
      mask={{ closable: false }}
      footer={
        <div className="cr-foot">
          <span className="o-note" role="status">
            {chosen.size > 0 ? `已选 ${chosen.size} 个` : ""}
          </span>
          <Button onClick={() => void close()}>取消</Button>
          <Button
            type="primary"
            disabled={chosen.size === 0 || uploads.isGoing}
            onClick={() => {
              settle();
              onPick([...chosen.values()].map(picked));
            }}
          >
            {multiple && chosen.size > 1 ? `使用 ${chosen.size} 个${noun}` : `使用${noun}`}
          </Button>
        </div>
      }
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the button is the keyboard's way */}
      <div
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          event.preventDefault();
          take([...event.dataTransfer.files]);
        }}
        onPaste={(event) => take([...event.clipboardData.files])}
      >
        <div className="md-bar">
          <Select
            className="md-folder"
            aria-label="文件夹"
            options={options}
            value={folder}
            onChange={(value) => {
              setFolder(value);
              place.setQuery({ pageNum: undefined });
            }}
          />
          <Input
            className="md-search"
            aria-label="搜索名称或替代文字"
            placeholder="搜索名称或替代文字"
            allowClear={CLEARABLE}
            maxLength={50}
            prefix={<SearchOutlined aria-hidden className="cr-faint" />}
            onChange={(event) => list.search({ search: event.target.value.trim() })}
          />
          {mayUpload && (
            <Button icon={<UploadOutlined aria-hidden />} onClick={() => input.current?.click()}>
              上传{noun}
            </Button>
          )}
          <input
            ref={input}
            type="file"
            style={{ display: "none" }}
            aria-label={`上传${noun}`}
            accept={types.map((type) => `.${type}`).join(",")}
            multiple={multiple}
            onChange={(event) => {
              take([...(event.target.files ?? [])]);
              event.target.value = "";
            }}
          />
        </div>
        <UploadList uploads={uploads} folderId={target} />
        <div className="md-body">
          {error && !rows && <Failure error={error} onRetry={list.refetch} />}
          {!rows && !error && <Spin className="md-wait" />}
          {rows?.length === 0 && (
            <Card
              picture={<DocumentPicture />}
              title={
                list.active.length > 0 || folder !== ALL ? `没有符合条件的${noun}` : `还没有${noun}`
              }
            >
              {mayUpload ? "可以上传、拖入或粘贴。" : "换个条件再看。"}
            </Card>
          )}
          {rows && rows.length > 0 && (
            <MediaGrid
              files={rows}
              selected={new Set(chosen.keys())}
              hasBoxes
              isStale={list.isStale}
              onTick={choose}
              onOpen={(file) => choose(file, !chosen.has(file.fileId))}
            />
          )}
        </div>
        {(list.total ?? 0) > list.pageSize && (
          <Pager
            total={list.total ?? 0}
            pageNum={list.pageNum}
            pageSize={list.pageSize}
            onTurn={list.turn}
          />
        )}
      </div>
    </Modal>
  );
}
