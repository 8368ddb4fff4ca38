import { lazy, type ReactElement, Suspense, useEffect, useState } from "react";
import { ChatIcon } from "../drawings/icons.tsx";

// Loaded when it is first opened: most visitors never do.
const ChatPanel = lazy(() => import("./chat-panel.tsx"));

/** Scrolling less than this does not count, the page trembles on phones. */
const SLACK_PX = 8;

/** true while the page is being scrolled down, false again on the way up. */
function useScrollingDown(): boolean {
  const [isDown, setIsDown] = useState(false);
  useEffect(() => {
    let last = window.scrollY;
    const onScroll = () => {
      const top = window.scrollY;
      if (Math.abs(top - last) < SLACK_PX) return;
      setIsDown(top > last && top > 0);
      last = top;
    };
    window.addEventListener("scroll", onScroll, { passive: true });
    return () => window.removeEventListener("scroll", onScroll);
  }, []);
  return isDown;
}

interface ChatProps {
  readonly phone: string;
  /** Address of the framed chat page, or empty. */
  readonly chatUrl: string;
}

/** 教育小助手: the floating button; needs JavaScript, and elder mode has no overlays. */
export function ChatButton({ phone, chatUrl }: ChatProps): ReactElement {
  const [isOpen, setIsOpen] = useState(false);
  const isHidden = useScrollingDown() && !isOpen;
  return (
    <aside className="chat needs-js normal-only" aria-label="教育小助手">
      <button
        type="button"
        className="chat-button"
        data-hidden={isHidden ? "" : undefined}
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
      >
        <span className="chat-button-icon">
          <ChatIcon size={24} />
        </span>
        <span className="chat-button-words">
          <span>教育</span>小助手
        </span>
      </button>
      {isOpen ? (
        <Suspense fallback={null}>
          <ChatPanel phone={phone} chatUrl={chatUrl} onClose={() => setIsOpen(false)} />
        </Suspense>
      ) : null}
    </aside>
  );
}
