import { InboxOutlined } from "@ant-design/icons";
import { useMutation } from "@tanstack/react-query";
import { Button, Checkbox, Modal } from "antd";
import { type DragEvent, useId, useRef, useState } from "react";
import { sizeText } from "../../lib/bytes.ts";
import { errorText } from "../../site/http.ts";
import { ApiError, call } from "../http.ts";
import { saveFile } from "./export-file.ts";
import { fileProblem, reportLines } from "./import-report.ts";
import "./parts.css";

/**
 * Takes a workbook to `<path>/importData` (wire-contract 4.8): dragged or chosen, .xls or .xlsx only,
 * with the choice to update what is there. The report stays until it is closed, as lines of text.
 */
export function ImportDialog({
  noun,
  path,
  onClose,
  onImported,
}: {
  /** 用户: stands in the title and beside the choice. */
  noun: string;
  path: string;
  onClose: () => void;
  /** Something may have been written, also by an import that failed half way. */
  onImported: () => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  const inputId = useId();
  const [file, setFile] = useState<File>();
  const [problem, setProblem] = useState<string>();
  const [updates, setUpdates] = useState(false);
  const [isOver, setOver] = useState(false);
  const sending = useMutation({
    mutationFn: (chosen: File) => {
      const body = new FormData();
      body.set("file", chosen);
      return call<{ msg: string }>("POST", `${path}/importData?updateSupport=${updates ? 1 : 0}`, {
        body,
        isQuiet: true,
      });
    },
    onSettled: onImported,
  });
  // The report comes as `msg` whatever the code.
  const report =
    sending.data?.msg ??
    (sending.error instanceof ApiError && sending.error.code === 500
      ? sending.error.message
      : undefined);

  const take = (chosen: File | undefined) => {
    if (!chosen) return;
    const wrong = fileProblem(chosen.name);
    setProblem(wrong);
    setFile(wrong ? undefined : chosen);
    sending.reset();
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    take(event.dataTransfer.files[0]);
  };

  return (
    <Modal
      open
      title={`导入${noun}`}
      onCancel={onClose}
      footer={
        <div className="cr-foot">
          <Button onClick={onClose}>{report ? "关闭" : "取消"}</Button>
          <Button
            type="primary"
            disabled={!file}
            loading={sending.isPending}
            onClick={() => file && sending.mutate(file)}
          >
            开始导入
          </Button>
        </div>
      }
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dragging is a second way; the label below is the first */}
      <div
        className="cr-drop"
        data-over={isOver || undefined}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <InboxOutlined aria-hidden />
        <label htmlFor={inputId}>
          将文件拖到此处，或 <span>点击选择</span>
        </label>
        <input
          ref={input}
          id={inputId}
          className="o-hidden"
          type="file"
          accept=".xls,.xlsx"
          onChange={(event) => {
            take(event.target.files?.[0]);
            // The same file can be chosen again after it was mended.
            event.target.value = "";
          }}
        />
        <p className="o-note">
          {file ? `${file.name}（${sizeText(file.size)}）` : "仅允许导入 xls、xlsx 格式文件。"}{" "}
          <Button
            type="link"
            size="small"
            onClick={() => void saveFile(`${path}/importTemplate`, {}, `${noun}导入模板`)}
          >
            下载模板
          </Button>
        </p>
      </div>
      {problem && (
        <p className="o-problem" role="alert">
          {problem}
        </p>
      )}
      <Checkbox checked={updates} onChange={(event) => setUpdates(event.target.checked)}>
        更新已经存在的{noun}数据
      </Checkbox>
      {sending.error && !report && (
        <p className="o-problem" role="alert">
          {errorText(sending.error)}
        </p>
      )}
      {report && (
        <ol className="cr-report" aria-label="导入结果" data-bad={sending.isError || undefined}>
          {reportLines(report).map((line, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two lines may say the same
            <li key={index}>{line}</li>
          ))}
        </ol>
      )}
    </Modal>
  );
}
