import { Button, Modal } from "antd";
import { useState } from "react";
import { readFileName } from "#src/lib/membership/receipts.ts";
import { acceptOf, fileProblem } from "#src/lib/upload/upload-rules.ts";
import { call } from "#src/office/calls/http.ts";
import { tellChange } from "#src/office/calls/queries.ts";
import { DropZone } from "#src/office/upload/drop-zone.tsx";
import { uploadFile } from "#src/office/upload/upload-file.ts";
import { errorText } from "#src/site/session/http.ts";
import { FILE_RULES, PATH } from "./drawers.tsx";
import "#src/office/upload/upload.css";
import type { ReceiptRow } from "./wire.ts";

type Outcome = { name: string; text: string; isBad: boolean };

/** Why a file cannot be taken, else the task and the number that its name says. */
function readName(file: File) {
  const problem = fileProblem(file, FILE_RULES);
  const read = readFileName(file.name);
  if (problem) return { problem };
  return read ?? { problem: "文件名应为“任务号_票据号码.pdf”，如 T128_26000012.pdf" };
}

async function issueOne(file: File): Promise<Outcome> {
  const said = readName(file);
  if ("problem" in said) return { name: file.name, text: said.problem, isBad: true };
  try {
    const { rows } = await call<{ rows: ReceiptRow[] }>("GET", `${PATH}/list`, {
      query: { keyword: `T${said.id}`, state: "0" },
      isQuiet: true,
    });
    const row = rows.find(({ id }) => id === said.id);
    if (!row) return { name: file.name, text: "没有这个待开任务，或已开具", isBad: true };
    const { fileName } = await uploadFile(file, { purpose: "receipt" });
    await call("PUT", `${PATH}/issue`, {
      body: { id: row.id, receiptNo: said.receiptNo, file: fileName, email: row.email },
      isQuiet: true,
    });
    return { name: file.name, text: `已开具：${row.title} ${row.amount} 元`, isBad: false };
  } catch (error) {
    return { name: file.name, text: errorText(error), isBad: true };
  }
}

/** Takes many electronic receipts at once: the name of each says its task and its number. */
export function BatchDialog({ onClose }: { onClose: () => void }) {
  const [done, setDone] = useState<Outcome[]>([]);
  const [left, setLeft] = useState(0);
  const take = async (files: readonly File[]) => {
    setLeft(files.length);
    // One after the other: each takes its place in the register.
    for (const file of files) {
      const outcome = await issueOne(file);
      setDone((before) => [...before, outcome]);
      setLeft((before) => before - 1);
    }
    await tellChange([PATH]);
  };
  const good = done.filter(({ isBad }) => !isBad).length;
  return (
    <Modal
      open
      width={640}
      title="批量上传电子票据"
      closable={left === 0}
      maskClosable={false}
      keyboard={left === 0}
      onCancel={onClose}
      footer={
        <Button type="primary" disabled={left > 0} onClick={onClose}>
          {done.length > 0 ? "完成" : "关闭"}
        </Button>
      }
    >
      <p>
        先导出待开票据，按表中的“任务号”给每个 PDF 命名为“任务号_票据号码.pdf”，如
        T128_26000012.pdf，再一次选中上传。有收票邮箱的同时寄出。
      </p>
      <div className="o-upload">
        <DropZone
          className="o-drop"
          label="选择电子票据"
          accept={acceptOf(FILE_RULES)}
          hasMany
          isDisabled={left > 0}
          onFiles={(files) => void take(files)}
        >
          <span>
            <b>选择文件</b>，或拖到这里
          </span>
          <small>pdf，单个不超过 {FILE_RULES.maxMegabytes} MB，可多选</small>
        </DropZone>
      </div>
      <p role="status">
        {left > 0
          ? `正在上传，还有 ${left} 个`
          : done.length > 0 && `成功 ${good} 个，未成功 ${done.length - good} 个`}
      </p>
      <ul className="fr-batch">
        {done.map(({ name, text, isBad }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a file may be tried twice, rows are only added
          <li key={index}>
            <span>{name}</span>
            <span className={isBad ? "fr-bad" : "o-note"}>{text}</span>
          </li>
        ))}
      </ul>
    </Modal>
  );
}
