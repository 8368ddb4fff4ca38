import type { ReactElement } from "react";
import { extensionOf, sizeText } from "../../lib/text/bytes.ts";
import { DownloadIcon } from "../drawings/icons.tsx";

interface AttachmentsProps {
  readonly items: readonly {
    readonly name: string;
    readonly url: string;
    readonly bytes: number;
  }[];
}

/** Kinds that share a colour: a docx is a DOC on its badge. */
const kindOf = (name: string) => extensionOf(name).replace(/^(DOC|XLS|PPT)X$/, "$1") || "文件";

export function Attachments({ items }: AttachmentsProps): ReactElement | null {
  if (items.length === 0) return null;
  return (
    <section className="attachments" aria-labelledby="attachments">
      <div>
        <h2 id="attachments">附件</h2>
        <p>共 {items.length} 个</p>
      </div>
      <ul>
        {items.map(({ name, url, bytes }) => (
          <li key={url}>
            <span className="badge" data-kind={kindOf(name)} aria-hidden="true">
              {kindOf(name)}
            </span>
            <span className="name">{name.replace(/\.\w{1,4}$/, "")}</span>
            <span className="size">
              {kindOf(name)} · {sizeText(bytes)}
            </span>
            <a className="link" href={url} download={name} aria-label={`下载 ${name}`}>
              <DownloadIcon size={18} />
              <span>下载</span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
