import { CloseOutlined, FileTextOutlined, UploadOutlined } from "@ant-design/icons";
import { Button, Progress } from "antd";
import {
  acceptOf,
  FILE_RULES,
  fileProblem,
  type Purpose,
  rulesText,
  sizeText,
  type UploadRules,
} from "../../lib/upload/upload-rules.ts";
import { DropZone } from "./drop-zone.tsx";
import { addressOf } from "./upload-file.ts";
import type { PendingFile } from "./use-upload-queue.ts";
import { type UploadedFile, useUploads } from "./use-uploads.ts";
import "./upload.css";

/**
 * Files of a form field, by button, drop or paste; limits and texts of specification 5. Works
 * as the child of an Ant Design `Form.Item`.
 */
export function FileUpload({
  id,
  value = [],
  onChange = () => undefined,
  rules: own,
  purpose,
  disabled = false,
}: {
  id?: string;
  value?: UploadedFile[];
  onChange?: (value: UploadedFile[]) => void;
  /** What differs from doc, xls, ppt, txt, pdf; 5 MB; 5 files. */
  rules?: Partial<UploadRules>;
  /** A purpose other than content: decides who may read the file. */
  purpose?: Purpose;
  disabled?: boolean;
}) {
  const rules = { ...FILE_RULES, ...own };
  const { pending, take, retry, dismiss, remove } = useUploads({
    value,
    onChange,
    rules,
    check: fileProblem,
    purpose,
  });
  return (
    <div className="o-upload">
      <DropZone
        id={id}
        className="o-drop"
        label={`选择文件，${rulesText(rules)}`}
        accept={acceptOf(rules)}
        hasMany={rules.maxFiles > 1}
        isDisabled={disabled}
        onFiles={take}
      >
        <UploadOutlined aria-hidden />
        <span>
          <b>选择文件</b>，或拖到这里、选中后粘贴
        </span>
        <small>{rulesText(rules)}</small>
      </DropZone>
      <ul className="o-files" aria-label="已上传的文件">
        {value.map(({ name, url, bytes, link }) => (
          <li key={url} className="o-file">
            <FileTextOutlined aria-hidden />
            <a
              className="o-file-name o-link"
              href={link ?? addressOf(url)}
              target="_blank"
              rel="noopener"
            >
              {name}
            </a>
            {bytes > 0 && <small>{sizeText(bytes)}</small>}
            <Button
              type="text"
              size="small"
              disabled={disabled}
              icon={<CloseOutlined aria-hidden />}
              aria-label={`移除 ${name}`}
              onClick={() => remove(url)}
            />
          </li>
        ))}
      </ul>
      <ul className="o-files" aria-live="polite" aria-label="上传中的文件">
        {pending.map((each) => (
          <Pending key={each.key} each={each} onRetry={retry} onDismiss={dismiss} />
        ))}
      </ul>
    </div>
  );
}

/** A file on its way, or the reason why it is not. */
export function Pending({
  each,
  onRetry,
  onDismiss,
}: {
  each: PendingFile;
  onRetry: (each: PendingFile) => void;
  onDismiss: (key: number) => void;
}) {
  const { key, file, percent, problem, canRetry } = each;
  return (
    <li className={problem ? "o-file o-file-bad" : "o-file"}>
      <div className="o-file-main">
        <span className="o-file-name">{file.name}</span>
        <small>
          {problem && !canRetry ? `未上传 · ${sizeText(file.size)}` : sizeText(file.size)}
        </small>
        {problem ? (
          <p>{problem}</p>
        ) : (
          <Progress
            percent={percent}
            size="small"
            showInfo={false}
            aria-label={`${file.name} 上传进度`}
          />
        )}
      </div>
      {canRetry && (
        <Button type="link" size="small" onClick={() => onRetry(each)}>
          重试
        </Button>
      )}
      <Button
        type="text"
        size="small"
        icon={<CloseOutlined aria-hidden />}
        aria-label={problem ? `不再显示 ${file.name}` : `停止上传 ${file.name}`}
        onClick={() => onDismiss(key)}
      />
    </li>
  );
}
