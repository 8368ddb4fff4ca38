import { FileTextOutlined, LoadingOutlined } from "@ant-design/icons";
import { useMutation } from "@tanstack/react-query";
import { Button, Input, Modal } from "antd";
import { useId, useState } from "react";
import type { Mapping } from "#src/lib/bank/columns.ts";
import { fieldTexts } from "#src/office/calls/http.ts";
import { tellChange } from "#src/office/calls/queries.ts";
import { FileSource } from "#src/office/import/file-source.tsx";
import { useCarefulClose } from "#src/office/layers/use-careful-close.ts";
import { useOpened } from "#src/office/layers/use-opened.ts";
import { openPath } from "#src/office/tabs/workspace.ts";
import { errorText } from "#src/site/session/http.ts";
import { matchPath, readPreview, STATEMENT, sendImport } from "./calls.ts";
import { MappingFields, Samples } from "./mapping-fields.tsx";
import type { Imported, Preview } from "./wire.ts";
import "#src/office/list/parts.css";
import "./statement.css";

/** Each choice is looked at again, also when the same file was mended meanwhile. */
let choices = 0;

/** Takes a bank's file: shows what was read of it, lets columns be mapped, and imports what came in. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const bankId = useId();
  const [choice, setChoice] = useState<{ file: File; id: number }>();
  const [mapping, setMapping] = useState<Mapping>();
  const [bankName, setBankName] = useState<string>();
  const [unreadable, setUnreadable] = useState("");
  const looking = useOpened(
    [STATEMENT, "preview", choice?.id, mapping],
    (signal) => {
      if (!choice) throw new Error("no file");
      return readPreview({ file: choice.file, mapping }, signal);
    },
    { enabled: choice !== undefined },
  );
  const preview = looking.data;
  const bank = bankName ?? preview?.bankName ?? "";
  const sending = useMutation({
    mutationFn: (file: File) =>
      sendImport({ file, mapping: mapping ?? preview?.mapping, bankName: bank }),
    onSuccess: () => tellChange([STATEMENT]),
  });
  const done = sending.data;
  const problems = fieldTexts(sending.error) ?? {};
  const { close, settle } = useCarefulClose(
    choice !== undefined && !done,
    { title: "放弃选好的文件？", text: "流水还没有导入，关闭后要重新选择。" },
    onClose,
  );

  const take = async (file: File) => {
    // A copy: a file that is saved again while the dialog is open can no longer be sent.
    const bytes = await file.arrayBuffer().catch(() => undefined);
    sending.reset();
    setMapping(undefined);
    setBankName(undefined);
    setUnreadable(bytes ? "" : "无法读取这个文件，请重新选择");
    choices++;
    setChoice(bytes && { file: new File([bytes], file.name), id: choices });
  };
  const failure = looking.error ?? (Object.keys(problems).length > 0 ? null : sending.error);
  const match = (statementId: number) => {
    settle();
    onClose();
    openPath(matchPath(statementId));
  };
  return (
    <Modal
      open
      width={choice ? 960 : 560}
      title="导入银行流水"
      onCancel={() => void close()}
      mask={{ closable: false }}
      footer={
        <div className="cr-foot">
          <Button onClick={() => void close()}>{done ? "关闭" : "取消"}</Button>
          {done?.statementId && (
            <Button type="primary" onClick={() => match(done.statementId ?? 0)}>
              去匹配
            </Button>
          )}
          {!done && (
            <Button
              type="primary"
              disabled={!preview || looking.isFetching}
              loading={sending.isPending}
              onClick={() => choice && sending.mutate(choice.file)}
            >
              {preview && preview.incoming > 0 ? `导入 ${preview.incoming} 笔收入` : "导入"}
            </Button>
          )}
        </div>
      }
    >
      <FileSource
        file={choice?.file}
        icon={<FileTextOutlined aria-hidden />}
        accept=".csv,.txt,.xlsx,.xls"
        label="选择银行流水文件"
        hint="网上银行导出的交易明细，CSV（GBK 或 UTF-8）或 xlsx，最多 20,000 行。只导入收入，付款账号只保留后 4 位。"
        onTake={(file) => void take(file)}
      />
      {looking.isFetching && (
        <p className="st-state" role="status">
          <LoadingOutlined aria-hidden /> 正在读取…
        </p>
      )}
      {(unreadable || failure) && (
        <p className="st-state o-problem" role="alert">
          {unreadable || errorText(failure)}
        </p>
      )}
      {done && <Report done={done} />}
      {preview && !done && (
        <>
          <Facts preview={preview} />
          <div className="st-bank">
            <label htmlFor={bankId}>银行</label>
            <Input
              id={bankId}
              value={bank}
              maxLength={50}
              placeholder="如：工商银行基本户"
              status={problems.bankName ? "error" : ""}
              onChange={({ target }) => setBankName(target.value)}
            />
            <span className="o-problem" role="alert">
              {problems.bankName}
            </span>
            <span className="o-note">各列的含义按银行记住，下次导入不必再选。</span>
          </div>
          <MappingFields
            headings={preview.headings}
            mapping={mapping ?? preview.mapping}
            problems={problems}
            onChange={(next) => {
              sending.reset();
              setMapping(next);
            }}
          />
          <Samples preview={preview} mapping={mapping ?? preview.mapping} />
          <Problems list={preview.problems} count={preview.problemCount} />
        </>
      )}
    </Modal>
  );
}

const FORMS: Readonly<Record<string, string>> = { "": "Excel 工作簿" };

function Facts({ preview }: { preview: Preview }) {
  const { encoding, headLine, incoming, amount, out, problemCount, importedBefore } = preview;
  return (
    <p className="st-facts" role="status">
      <span>{FORMS[encoding] ?? `${encoding} 编码`}</span>
      <span>表头在第 {headLine} 行</span>
      <span>
        收入 <strong>{incoming}</strong> 笔，共 <strong>{amount}</strong> 元
      </span>
      <span>支出 {out} 笔，不导入</span>
      {problemCount > 0 && <span className="st-bad">不能识别 {problemCount} 行</span>}
      {importedBefore && <span>这个文件已于 {importedBefore} 导入过，重复的不再导入</span>}
    </p>
  );
}

function Problems({ list, count }: { list: Preview["problems"]; count: number }) {
  if (count === 0) return null;
  return (
    <details className="st-problems" open={count <= 5}>
      <summary>{count} 行不能识别，导入时跳过</summary>
      <ul>
        {list.map(({ number, problem }) => (
          <li key={`${number} ${problem}`}>
            第 {number} 行：{problem}
          </li>
        ))}
      </ul>
      {count > list.length && <p className="o-note">只列出前 {list.length} 行。</p>}
    </details>
  );
}

function Report({ done }: { done: Imported }) {
  const mood = done.addedCount === 0 ? "part" : done.problemCount > 0 ? "part" : "good";
  return (
    <>
      <ol className="st-report" aria-label="导入结果" data-mood={mood}>
        <li>{done.addedCount > 0 ? `导入 ${done.addedCount} 笔收入。` : "没有新的收入。"}</li>
        {done.repeatedCount > 0 && <li>{done.repeatedCount} 笔以前已导入，没有重复导入。</li>}
        {done.outCount > 0 && <li>{done.outCount} 笔支出没有导入。</li>}
      </ol>
      <Problems list={done.problems} count={done.problemCount} />
    </>
  );
}
