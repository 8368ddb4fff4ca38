import type { ReactElement } from "react";
import { SpeakerIcon, SpeakerOffIcon, TextLargerIcon } from "../drawings/icons.tsx";
import { readPage, stopReading, useCanRead, useIsReading } from "../reading/read-aloud.ts";
import { FIRST_SIZE, isLargest, isSmallest, stepElder, switchElder, useElder } from "./elder.ts";

/** The switch in the header of the normal site. */
export function ElderSwitch(): ReactElement {
  return (
    <button
      type="button"
      className="elder-switch needs-js"
      data-elder-to={FIRST_SIZE}
      onClick={() => switchElder(true)}
    >
      <TextLargerIcon size={20} />
      长辈版
    </button>
  );
}

/** The buttons of elder mode: read aloud, type size, back. Seen only there. */
export function ElderTools(): ReactElement {
  const size = useElder();
  const canRead = useCanRead();
  const isReading = useIsReading();
  const leave = () => {
    stopReading();
    switchElder(false);
  };
  return (
    <div className="elder-tools elder-only" role="toolbar" aria-label="长辈版工具">
      {canRead ? (
        <button type="button" onClick={isReading ? stopReading : readPage}>
          {isReading ? <SpeakerOffIcon size={22} /> : <SpeakerIcon size={22} />}
          {isReading ? "停止朗读" : "朗读本页"}
        </button>
      ) : null}
      <button type="button" disabled={isLargest(size)} onClick={() => stepElder(1)}>
        字大一些
      </button>
      <button type="button" disabled={isSmallest(size)} onClick={() => stepElder(-1)}>
        字小一些
      </button>
      <button type="button" className="elder-leave" data-elder-to="" onClick={leave}>
        回到普通版
      </button>
    </div>
  );
}
