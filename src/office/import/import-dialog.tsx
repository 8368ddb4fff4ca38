import { DownloadOutlined, FileExcelOutlined, LoadingOutlined } from "@ant-design/icons";
import { Button, Checkbox, Modal } from "antd";
import { useCarefulClose } from "#src/office/layers/use-careful-close.ts";
import { saveFile } from "#src/office/list/export-file.ts";
import { FileSource } from "./file-source.tsx";
import { linesOf } from "./import-report.ts";
import { ImportRows, type PreviewColumn, type PreviewRow } from "./import-rows.tsx";
import { type Preview, useImport } from "./use-import.ts";
import "#src/office/list/parts.css";
import "./import-dialog.css";

/**
 * Takes a workbook to `<path>/importData` (wire 4.8), after `<path>/importPreview` has told
 * what would become of each row. Wrong rows can be had as a workbook (`<path>/importErrors`), mended
 * and sent again; the good ones can go in without them. The choice stays after a failure.
 */
export function ImportDialog<R extends PreviewRow>({
  noun,
  path,
  columns,
  isAddOnly = false,
  onClose,
  onImported,
}: {
  /** 用户: stands in the title and beside the choice. */
  noun: string;
  path: string;
  /** Columns of the preview. */
  columns: readonly PreviewColumn<R>[];
  /** What is there already is refused, never updated. */
  isAddOnly?: boolean;
  onClose: () => void;
  /** Something may have been written, also by an import that failed half way. */
  onImported: () => void;
}) {
  const it = useImport<R>({ path, onImported });
  const { preview } = it;
  const good = preview ? preview.total - preview.failed : 0;
  const { close } = useCarefulClose(
    it.file !== undefined && !it.done,
    { title: "放弃选好的文件？", text: "文件还没有导入，关闭后要重新选择。" },
    onClose,
  );
  const template = (
    <Button
      type="link"
      size="small"
      onClick={() => void saveFile(`${path}/importTemplate`, {}, `${noun}导入模板`)}
    >
      下载模板
    </Button>
  );
  const isPart = good > 0 && good < (preview?.total ?? 0);
  return (
    <Modal
      open
      width={it.file ? 960 : 560}
      title={`导入${noun}`}
      onCancel={() => void close()}
      mask={{ closable: false }}
      footer={
        <div className="cr-foot">
          <Button onClick={() => void close()}>{it.done ? "关闭" : "取消"}</Button>
          {!it.done && (
            <Button
              type="primary"
              disabled={good === 0}
              loading={it.isSending}
              onClick={() => it.send()}
            >
              {isPart ? `只导入无误的 ${good} 行` : "确认导入"}
            </Button>
          )}
        </div>
      }
    >
      <FileSource
        file={it.file}
        icon={<FileExcelOutlined aria-hidden />}
        accept=".xlsx"
        hint={<>支持 xlsx 格式，不超过 5 MB；旧版 xls 文件请先在 Excel 中另存为 xlsx。{template}</>}
        aside={template}
        onTake={(file) => void it.take(file)}
      />
      {!it.done && !isAddOnly && (
        <Checkbox
          checked={it.updates}
          disabled={it.isSending}
          onChange={(event) => it.setUpdates(event.target.checked)}
        >
          更新已经存在的{noun}数据
        </Checkbox>
      )}
      {it.isReading && (
        <p className="im-state" role="status">
          <LoadingOutlined aria-hidden /> 正在读取并检查…
        </p>
      )}
      {it.problem !== undefined && (
        <div className="im-state o-problem" role="alert">
          {linesOf(it.problem).map((line) => (
            <div key={line}>{line}</div>
          ))}
          {it.canRetry && <Button onClick={() => it.retry()}>重试</Button>}
        </div>
      )}
      {it.report && (
        <ol className="cr-report" aria-label="导入结果" data-mood={it.mood}>
          {linesOf(it.report).map((line, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two lines may say the same
            <li key={index}>{line}</li>
          ))}
        </ol>
      )}
      {it.done && it.hasErrorFile && (
        <div className="im-head">
          <span>改正后可以再次导入这些行。</span>
          <ErrorRowsButton onClick={() => it.saveErrors(noun)} isBusy={it.isSaving} />
        </div>
      )}
      {preview && !it.done && (
        <>
          <div className="im-head">
            <Counts preview={preview} isAddOnly={isAddOnly} />
            {isPart && (
              <Checkbox
                checked={it.onlyProblems}
                onChange={(event) => it.setOnlyProblems(event.target.checked)}
              >
                只看有问题的行
              </Checkbox>
            )}
            {preview.failed > 0 && (
              <ErrorRowsButton onClick={() => it.saveErrors(noun)} isBusy={it.isSaving} />
            )}
          </div>
          <ImportRows columns={columns} rows={it.rows} />
          <Remark preview={preview} />
        </>
      )}
    </Modal>
  );
}

const ErrorRowsButton = ({ onClick, isBusy }: { onClick: () => void; isBusy: boolean }) => (
  <Button icon={<DownloadOutlined aria-hidden />} loading={isBusy} onClick={onClick}>
    下载错误行
  </Button>
);

function Counts({
  preview: { total, added, updated, failed },
  isAddOnly,
}: {
  preview: Preview<PreviewRow>;
  isAddOnly: boolean;
}) {
  return (
    <span role="status">
      共 <strong>{total}</strong> 行：新增 <strong>{added}</strong>，
      {!isAddOnly && (
        <>
          更新 <strong>{updated}</strong>，
        </>
      )}
      <span className={failed > 0 ? "im-bad" : undefined}>
        有问题 <strong>{failed}</strong>
      </span>
    </span>
  );
}

/** Counts the rows out of sight, and says how to go on when no row can be imported. */
function Remark({ preview: { total, failed, rows } }: { preview: Preview<PreviewRow> }) {
  const shown = rows.length;
  const texts = [
    total > shown && `只显示 ${shown} 行${failed > 0 ? "，有问题的在前" : ""}。`,
    failed > shown && "全部问题请下载错误行查看。",
    failed === total && "没有可以导入的行，请改正后重新选择文件。",
    failed > 0 && failed < total && "有问题的行可以下载，改正后再次导入。",
  ].filter(Boolean);
  return texts.length > 0 ? <p className="o-note im-state">{texts.join("")}</p> : null;
}
