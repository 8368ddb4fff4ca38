import type { ReactElement, RefObject } from "react";
import { PrintIcon, ShareIcon, SpeakerIcon, SpeakerOffIcon } from "../drawings/icons.tsx";
import { showError, showToast } from "../shell/toast.tsx";
import { readAloud, stopReading, useCanRead, useIsReading } from "./read-aloud.ts";

interface ReadAloudProps {
  readonly title: string;
  readonly body: RefObject<HTMLElement | null>;
  readonly minutes: number;
}

/** 朗读本文; nothing where the browser cannot speak. */
export function ReadAloud({ title, body, minutes }: ReadAloudProps): ReactElement | null {
  const canRead = useCanRead();
  const isReading = useIsReading();
  if (!canRead) return <div className="read-aloud needs-js" aria-hidden="true" />;
  // The visible text with its line ends: textContent would run the cells of a table together.
  // biome-ignore lint/performance/useDomNodeTextContent: see above
  const start = () => readAloud(`${title}。\n${body.current?.innerText ?? ""}`);
  return (
    <button
      type="button"
      className="read-aloud"
      aria-pressed={isReading}
      onClick={isReading ? stopReading : start}
    >
      {isReading ? <SpeakerOffIcon size={18} /> : <SpeakerIcon size={18} />}
      {isReading ? "停止朗读" : "朗读本文"}
      <span>约 {minutes} 分钟</span>
    </button>
  );
}

/** 分享 (the system's sheet where there is one, else the address is copied) and 打印. */
export function ShareAndPrint({ title }: { readonly title: string }): ReactElement {
  return (
    <div className="article-buttons needs-js">
      <button type="button" onClick={() => void share(title)}>
        <ShareIcon size={16} />
        分享
      </button>
      <button type="button" onClick={() => window.print()}>
        <PrintIcon size={16} />
        打印
      </button>
    </div>
  );
}

async function share(title: string): Promise<void> {
  const url = location.href;
  try {
    if (navigator.share) await navigator.share({ title, url });
    else {
      await navigator.clipboard.writeText(`${title} ${url}`);
      showToast("链接已复制，可以粘贴给家人朋友");
    }
  } catch (error) {
    // Closing the sheet is no failure.
    if ((error as Error).name === "AbortError") return;
    showError(error);
  }
}
