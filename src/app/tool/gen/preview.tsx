import { CopyOutlined, DownloadOutlined } from "@ant-design/icons";
import { Button, Drawer, Select, Tabs } from "antd";
import { useState } from "react";
import { Can } from "#src/office/account/can.tsx";
import { call } from "#src/office/calls/http.ts";
import { notify } from "#src/office/calls/notify.ts";
import { useOpened } from "#src/office/layers/use-opened.ts";
import { BarButton } from "#src/office/list/bar-button.tsx";
import { Failure } from "#src/office/shell/card.tsx";
import { PageSkeleton } from "#src/office/shell/skeleton.tsx";
import { useIsMobile } from "#src/office/shell/use-media.ts";
import { type GenRow, PATH } from "./gen.ts";
import "./gen.css";

type File = { path: string; text: string };
type Answer = { files: File[]; notes: string[] };

/** 预览: the files of a slice as they will be in the zip. */
export function Preview({
  row,
  onClose,
  onDownload,
}: {
  row: GenRow;
  onClose: () => void;
  onDownload: () => void;
}) {
  const isMobile = useIsMobile();
  const { data, error, refetch } = useOpened([PATH, "preview", row.tableId], () =>
    call<Answer>("GET", `${PATH}/preview/${row.tableId}`, { isQuiet: true }),
  );
  return (
    <Drawer
      open
      title={`预览「${row.tableName}」`}
      size={isMobile ? "100%" : "min(1120px, 92vw)"}
      onClose={onClose}
      className="ge-preview"
      extra={
        <Can permi={["tool:gen:code"]}>
          <BarButton
            icon={<DownloadOutlined aria-hidden />}
            label="下载代码"
            onClick={onDownload}
          />
        </Can>
      }
    >
      {error && <Failure error={error} onRetry={() => void refetch()} />}
      {!error && !data && <PageSkeleton />}
      {data && <Files {...data} isMobile={isMobile} />}
    </Drawer>
  );
}

const nameOf = (path: string) => path.split("/").at(-1) ?? path;

function Files({ files, notes, isMobile }: Answer & { isMobile: boolean }) {
  const [key, setKey] = useState(files[0]?.path ?? "");
  const told = [...new Set(notes)];
  const shown = files.find(({ path }) => path === key);
  // Two slices have files of the same names: the folder tells them apart.
  const folders = new Set(files.map(({ path }) => path.split("/").at(-2)));
  const labelOf = (path: string) =>
    folders.size > 1 ? path.split("/").slice(-2).join("/") : nameOf(path);
  return (
    <>
      {told.length > 0 && (
        <details className="ge-notes">
          <summary>生成时有 {told.length} 点说明，也写在压缩包的 README.txt 里</summary>
          <ul>
            {told.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        </details>
      )}
      {isMobile ? (
        <>
          <Select
            className="ge-choice"
            aria-label="文件"
            value={key}
            onChange={setKey}
            options={files.map(({ path }) => ({ value: path, label: labelOf(path) }))}
          />
          {shown && <Code file={shown} />}
        </>
      ) : (
        <Tabs
          className="ge-files"
          tabPlacement="start"
          activeKey={key}
          onChange={setKey}
          items={files.map((file) => ({
            key: file.path,
            label: <span className="cr-code">{labelOf(file.path)}</span>,
            children: <Code file={file} />,
          }))}
        />
      )}
    </>
  );
}

function Code({ file: { path, text } }: { file: File }) {
  const lines = text.replace(/\n$/, "").split("\n");
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      notify.success(`已复制 ${nameOf(path)}`);
    } catch {
      notify.warning("浏览器不允许复制，请选中代码后用 Ctrl C");
    }
  };
  return (
    <div className="ge-code">
      <div className="ge-code-head">
        <span className="cr-code">{path}</span>
        <Button
          size="small"
          icon={<CopyOutlined aria-hidden />}
          aria-label={`复制 ${nameOf(path)}`}
          onClick={() => void copy()}
        >
          复制
        </Button>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by keyboard */}
      <section className="ge-lines" aria-label={path} tabIndex={0}>
        <ol>
          {lines.map((line, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines do not move
            <li key={index}>
              <code>{line || " "}</code>
            </li>
          ))}
        </ol>
      </section>
    </div>
  );
}
