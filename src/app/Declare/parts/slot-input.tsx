import { type ChangeEvent, type ReactElement, useId, useRef, useState } from "react";
import { filesIn } from "#src/lib/declare/read-values.ts";
import type { DeclareField } from "#src/lib/declare/schema.ts";
import {
  acceptOf,
  countProblem,
  fileProblem,
  PURPOSES,
  rulesText,
  sizeText,
} from "#src/lib/upload/upload-rules.ts";
import { FieldShell } from "#src/site/form/field-shell.tsx";
import { ApiError } from "#src/site/session/http.ts";
import { askLogIn } from "#src/site/session/member-session.ts";
import type { ItemWork } from "../use-item.ts";
import { idOfPlace } from "./place.ts";
import { sendFile } from "./send-file.ts";

type Props = {
  readonly field: Extract<DeclareField, { kind: "files" }>;
  readonly work: ItemWork;
  readonly error: string | undefined;
};

/** A slot with its own types: progress while a file goes, then its name, to be looked at, replaced or taken out. */
export function SlotInput({ field, work, error }: Props): ReactElement {
  const { name, label, types, max } = field;
  const listId = useId();
  const input = useRef<HTMLInputElement>(null);
  const [share, setShare] = useState<number>();
  const [problem, setProblem] = useState<string>();
  const files = filesIn(work.values, name);
  const known = work.info?.files ?? {};
  const rules = { types, maxMegabytes: PURPOSES.declaration.maxMegabytes, maxFiles: max };
  const isSending = share !== undefined;

  const choose = async (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.target.files?.[0];
    // The same file may be chosen again after it was taken out.
    event.target.value = "";
    if (!file || isSending) return;
    const there = max === 1 ? 0 : files.length;
    const wrong = fileProblem(file, rules) ?? countProblem(there, 1, rules);
    setProblem(wrong);
    if (wrong) return;
    setShare(0);
    try {
      const sent = await sendFile(file, setShare).catch(async (failure: unknown) => {
        if (!(failure instanceof ApiError) || failure.code !== 401 || !(await askLogIn())) {
          throw failure;
        }
        return sendFile(file, setShare);
      });
      work.addFile(sent.fileName, { name: file.name, url: sent.url, bytes: file.size });
      work.setValue(name, max === 1 ? [sent.fileName] : [...files, sent.fileName]);
    } catch (failure) {
      setProblem(failure instanceof ApiError ? failure.message : "上传失败, 请重试");
    } finally {
      setShare(undefined);
    }
  };

  return (
    <FieldShell
      id={idOfPlace(name)}
      label={label}
      isGroup
      isOptional={!field.isRequired}
      error={problem ?? error}
      help={field.hint ? `${field.hint}（${rulesText(rules)}）` : rulesText(rules)}
    >
      {files.length > 0 ? (
        <ul className="declare-files" id={listId}>
          {files.map((key, index) => {
            const file = known[key];
            return (
              <li key={key}>
                <a href={file?.url ?? "#"} target="_blank" rel="noreferrer">
                  {file?.name ?? `${label}${index + 1}`}
                </a>
                <span>{file ? sizeText(file.bytes) : ""}</span>
                <button
                  type="button"
                  className="link"
                  onClick={() =>
                    work.setValue(
                      name,
                      files.filter((each) => each !== key),
                    )
                  }
                >
                  移除<span className="sr-only">{file?.name ?? `${label}${index + 1}`}</span>
                </button>
              </li>
            );
          })}
        </ul>
      ) : null}
      {isSending ? (
        <p className="declare-progress" role="status">
          <progress value={share} max={1} aria-label={`${label}上传进度`} />
          <span>{`正在上传 ${Math.round(share * 100)}%`}</span>
        </p>
      ) : null}
      <input
        ref={input}
        type="file"
        className="sr-only"
        tabIndex={-1}
        aria-hidden="true"
        accept={acceptOf(rules)}
        onChange={choose}
      />
      {files.length < max || max === 1 ? (
        <button
          type="button"
          className="btn btn-outline btn-small"
          aria-disabled={isSending}
          onClick={() => (isSending ? undefined : input.current?.click())}
        >
          {files.length > 0 && max === 1 ? `更换${label}` : `上传${label}`}
        </button>
      ) : null}
    </FieldShell>
  );
}
