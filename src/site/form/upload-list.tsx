import { type ChangeEvent, type ReactElement, useRef, useState } from "react";
import { fileProblem, PURPOSES } from "#src/lib/upload/upload-rules.ts";
import { ApiError } from "../session/http.ts";
import { callAsMember } from "../session/member-session.ts";
import { FieldShell } from "./field-shell.tsx";
import "./upload-list.css";

type Props = {
  readonly id: string;
  readonly label: string;
  readonly userId: number;
  readonly purpose: keyof typeof PURPOSES;
  readonly types: readonly string[];
  readonly max: number;
  /** Keys of the files that are there. */
  readonly files: readonly string[];
  /** Addresses to look at them, by key. */
  readonly links: Readonly<Record<string, string>>;
  readonly onChange: (files: string[], link?: readonly [key: string, url: string]) => void;
  readonly error?: string | undefined;
  readonly help?: string | undefined;
  readonly isOptional?: boolean | undefined;
};

type Uploaded = { fileName: string; url: string };

const isPicture = (key: string) => /\.(png|jpe?g)$/i.test(key);

/** Files that go to the server as soon as they are chosen; what is there can be looked at and taken out. */
export function UploadList(props: Props): ReactElement {
  const { id, label, files, links, max, types, purpose, onChange } = props;
  const input = useRef<HTMLInputElement>(null);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const { maxMegabytes } = PURPOSES[purpose];
  const accept = types.map((type) => `.${type}`).join(",");
  const rule = `${types.join("、")}，每个不超过 ${maxMegabytes} MB${max > 1 ? `，最多 ${max} 个` : ""}`;

  const choose = async (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.target.files?.[0];
    // The same file may be chosen again after it was taken out.
    event.target.value = "";
    if (!file || isBusy) return;
    const wrong = fileProblem(file, { types, maxMegabytes, maxFiles: max });
    setProblem(wrong);
    if (wrong) return;
    setBusy(true);
    try {
      const body = new FormData();
      body.set("purpose", purpose);
      body.set("file", file);
      const { fileName, url } = await callAsMember<Uploaded>(
        props.userId,
        "POST",
        "/common/oss/upload",
        { body },
      );
      onChange(max === 1 ? [fileName] : [...files, fileName], [fileName, url]);
    } catch (error) {
      const isSaid = error instanceof ApiError && [401, 403, 500].includes(error.code);
      setProblem(isSaid ? error.message.replaceAll("<br/>", "") : "上传失败，请重试");
    } finally {
      setBusy(false);
    }
  };

  return (
    <FieldShell
      id={id}
      label={label}
      isGroup
      isOptional={props.isOptional}
      error={problem ?? props.error}
      help={props.help ? `${props.help}（${rule}）` : rule}
    >
      {files.length > 0 ? (
        <ul className="upload-list">
          {files.map((key, index) => (
            <li key={key}>
              <Shown url={links[key]} isPicture={isPicture(key)}>
                {`${label}${files.length > 1 ? index + 1 : ""}`}
              </Shown>
              <button
                type="button"
                className="link"
                onClick={() => onChange(files.filter((each) => each !== key))}
              >
                移除<span className="sr-only">{`${label}${index + 1}`}</span>
              </button>
            </li>
          ))}
        </ul>
      ) : null}
      <input
        ref={input}
        type="file"
        className="sr-only"
        tabIndex={-1}
        aria-hidden="true"
        accept={accept}
        onChange={choose}
      />
      {files.length < max || max === 1 ? (
        <button
          type="button"
          className="btn btn-outline upload-button"
          aria-disabled={isBusy}
          onClick={() => (isBusy ? undefined : input.current?.click())}
        >
          {isBusy ? "正在上传…" : files.length > 0 && max === 1 ? `更换${label}` : `上传${label}`}
        </button>
      ) : null}
    </FieldShell>
  );
}

/** A file that can be looked at, or its name alone where the link to it holds no more. */
function Shown(props: {
  readonly url: string | undefined;
  readonly isPicture: boolean;
  readonly children: string;
}): ReactElement {
  const { url, isPicture: isDrawn, children } = props;
  const mark =
    isDrawn && url ? (
      <img src={url} alt="" width={48} height={48} />
    ) : (
      <i aria-hidden="true">{isDrawn ? "图" : "PDF"}</i>
    );
  return url ? (
    <a href={url} target="_blank" rel="noreferrer">
      {mark}
      {children}
    </a>
  ) : (
    <span>
      {mark}
      {children}
    </span>
  );
}
