import { type FormEvent, type ReactElement, useEffect, useRef, useState } from "react";
import { CloseIcon } from "../drawings/icons.tsx";
import { Telephone } from "../footer/telephone.tsx";
import { callApi } from "../session/http.ts";
import {
  type ChatAnswer,
  type ChatReply,
  CRISIS_PHONES,
  CRISIS_WORDS,
  crisisAnswer,
  GREETING,
  OFFLINE,
  replyTo,
} from "./chat-replies.ts";

type Line = ChatAnswer & { id: number; isMine: boolean };

const said = (text: string): ChatAnswer => ({ text, href: "", label: "" });
const FIRST: Line = { id: 0, isMine: false, ...said(GREETING) };

/** Questions that are offered as buttons. */
const OFFERED = 4;

interface ChatPanelProps {
  readonly phone: string;
  readonly chatUrl: string;
  readonly onClose: () => void;
}

/** A modal <dialog>: the browser traps the focus, closes on Esc and gives the focus back. */
export default function ChatPanel({ phone, chatUrl, onClose }: ChatPanelProps): ReactElement {
  const dialog = useRef<HTMLDialogElement>(null);
  const [isFramed, setIsFramed] = useState(chatUrl !== "");
  const known = useKnowledge();
  useEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Esc is the key for it
    <dialog
      ref={dialog}
      className="chat-panel"
      aria-label="教育小助手"
      onClose={onClose}
      // The dialog's own box is the overlay, everything inside is a child; a link leaves for its page.
      onClick={({ target }) => {
        const isLink = (target as Element).closest("a") !== null;
        if (target === dialog.current || isLink) dialog.current?.close();
      }}
    >
      <div className="chat-card">
        <div className="chat-head">
          <h2>教育小助手</h2>
          <button type="button" aria-label="关闭" onClick={() => dialog.current?.close()}>
            <CloseIcon size={20} />
          </button>
        </div>
        {chatUrl ? (
          <div className="chat-kinds">
            <button type="button" aria-pressed={isFramed} onClick={() => setIsFramed(true)}>
              在线对话
            </button>
            <button type="button" aria-pressed={!isFramed} onClick={() => setIsFramed(false)}>
              常见问题
            </button>
            {phone ? <Telephone phone={phone} className="link" /> : null}
          </div>
        ) : null}
        {isFramed ? (
          <Talk url={chatUrl} phone={phone} known={known} />
        ) : (
          <Canned phone={phone} known={known} />
        )}
      </div>
    </dialog>
  );
}

/**
 * The external page in a frame that may neither leave it nor learn where it is shown. It keeps its
 * own origin, unless that is ours: then it would not be a sandbox.
 */
function Framed({ url }: { readonly url: string }): ReactElement {
  const own = new URL(url).origin === location.origin ? "" : " allow-same-origin";
  return (
    <iframe
      className="chat-frame"
      title="教育小助手"
      src={url}
      sandbox={`allow-scripts allow-forms${own}`}
      referrerPolicy="no-referrer"
    />
  );
}

type Knowledge = {
  data: readonly ChatReply[];
  crisisWords: readonly string[];
  /** When people talk in the framed page: `09:00-17:00`, or empty for always. */
  hours: string;
  isOpen: boolean;
};

interface TalkProps {
  readonly url: string;
  readonly phone: string;
  readonly known: Knowledge | undefined;
}

/** The framed page in its hours; else the telephone and the form. Nothing is framed until that is known. */
function Talk({ url, phone, known }: TalkProps): ReactElement {
  // The hours could not be read: the page itself will say whether somebody is there.
  if (known === undefined || known.isOpen) return <Framed url={url} />;
  return (
    <div className="chat-log chat-closed">
      <p className="chat-line">
        {`在线对话每天 ${known.hours.replace("-", "—")} 开放，现在没有老师值守。您可以：`}
        <a className="link" href="/advisoryImg#ask">
          写下问题，老师答复后通知您
        </a>
        {phone ? (
          <span className="chat-helper">
            拨打服务电话 <Telephone phone={phone} className="link" />
          </span>
        ) : null}
      </p>
    </div>
  );
}

/** The local answers, read when the panel opens; undefined until then, and after a failure. */
function useKnowledge(): Knowledge | undefined {
  const [known, setKnown] = useState<Knowledge>();
  useEffect(() => {
    const stop = new AbortController();
    const options = { isToken: false, signal: stop.signal };
    callApi<Knowledge>("GET", "/api/bll/chat/list", options)
      .then(setKnown)
      // Said when something is asked.
      .catch(() => undefined);
    return () => stop.abort();
  }, []);
  return known;
}

/** The numbers to call, each of them one touch away. */
function Helpers({ phone }: { readonly phone: string }): ReactElement {
  return (
    <>
      {CRISIS_PHONES.map(({ number, label }) => (
        <span key={number} className="chat-helper">
          {label} <Telephone phone={number} className="link" />
        </span>
      ))}
      {phone ? (
        <span className="chat-helper">
          学会服务电话 <Telephone phone={phone} className="link" />
        </span>
      ) : null}
    </>
  );
}

function Canned({ phone, known }: Omit<TalkProps, "url">): ReactElement {
  const [lines, setLines] = useState<readonly Line[]>([FIRST]);
  const [typed, setTyped] = useState("");
  const [isPhoneShown, setIsPhoneShown] = useState(false);
  const end = useRef<HTMLDivElement>(null);
  const count = lines.length;
  useEffect(() => {
    if (count > 1 || isPhoneShown) end.current?.scrollIntoView({ block: "nearest" });
  }, [count, isPhoneShown]);

  const ask = (question: string) => {
    const answer =
      crisisAnswer(known?.crisisWords ?? CRISIS_WORDS, question) ??
      (known ? replyTo(known.data, question) : said(OFFLINE));
    setLines((before) => [
      ...before,
      { id: before.length, isMine: true, ...said(question) },
      { id: before.length + 1, isMine: false, ...answer },
    ]);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (typed.trim()) ask(typed.trim());
    setTyped("");
  };
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be reachable */}
      <div className="chat-log" role="log" aria-label="对话" tabIndex={0}>
        {lines.map((line) => (
          <p key={line.id} className="chat-line" data-mine={line.isMine ? "" : undefined}>
            {line.text}
            {line.href ? (
              <a className="link" href={line.href}>
                {line.label}
              </a>
            ) : null}
            {line.isCrisis ? <Helpers phone={phone} /> : null}
          </p>
        ))}
        {isPhoneShown ? (
          <p className="chat-line">
            人工电话 <Telephone phone={phone} className="link" />
            <a className="link" href="/advisoryImg#ask">
              打不通时，可以写下问题
            </a>
          </p>
        ) : null}
        <div className="chat-quick">
          {(known?.data ?? []).slice(0, OFFERED).map(({ id, question }) => (
            <button key={id} type="button" onClick={() => ask(question)}>
              {question}
            </button>
          ))}
          {phone ? (
            <button type="button" onClick={() => setIsPhoneShown(true)}>
              转人工电话
            </button>
          ) : null}
        </div>
        <div ref={end} />
      </div>
      <form className="chat-form" onSubmit={submit}>
        <input
          aria-label="请输入问题"
          placeholder="请输入问题"
          maxLength={200}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <button type="submit" className="btn btn-primary btn-small">
          发送
        </button>
      </form>
    </>
  );
}
