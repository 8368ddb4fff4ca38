import { Editor } from "@tiptap/react";
import {
  type KeyboardEvent,
  lazy,
  type ReactNode,
  Suspense,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
} from "react";
import { acceptOf, IMAGE_RULES } from "../../lib/upload/upload-rules.ts";
import { useCan } from "../account/can.tsx";
import { notify } from "../calls/notify.ts";
import { keysSoFar } from "../keys/typing.ts";
import { useTab } from "../tabs/tab.tsx";
import { panelId } from "../tabs/tag-bar.tsx";
import { ATTACHMENT_RULES, insertAttachments, uploadAttachments } from "./attachments.ts";
import { type EditorFacts, factsOf } from "./editor-facts.ts";
import { EditorKeys } from "./editor-keys.tsx";
import { EditorStatus } from "./editor-status.tsx";
import { EditorStrips, type OpenStrip } from "./editor-strips.tsx";
import { EXTENSIONS, STYLED_EXTENSIONS } from "./extensions.ts";
import { cleanPasted } from "./pasted.ts";
import type { Clip } from "./pasted-pictures.ts";
import { fillPasted, insertPictures, insertStored } from "./pictures.ts";
import { tidyText } from "./tidy-strip.tsx";
import { htmlOf } from "./to-html.ts";
import { ToolBar } from "./tool-bar.tsx";
import "../form/prose.css";
import "./rich-text.css";

const MediaPicker = lazy(() =>
  import("../upload/media-picker.tsx").then(({ MediaPicker: picker }) => ({ default: picker })),
);

export type RichTextProps = {
  id?: string;
  /** Clean HTML, as server/fields/rich-text.ts keeps it; another value than the last one told replaces the text. */
  value?: string;
  /** Hears the text as clean HTML with every change; pictures under way are not in it yet. */
  onChange?: (html: string) => void;
  /** Name of the field for those who do not see it. */
  label: string;
  placeholder?: string;
  /** Colours, sizes and indents that other clients have written stay, where the server keeps them. */
  keepsStyles?: boolean;
  /** Stands above the text on the paper, e.g. the title's field; it comes along into the full screen. */
  header?: ReactNode;
  /** Stands in the bar below the text, behind the counts. */
  status?: ReactNode;
};

const picturesOf = (list: FileList | null | undefined) =>
  [...(list ?? [])].filter((file) => file.type.startsWith("image/"));

const NO_CLIP: Clip = { rtf: "", files: [] };

/** Pictures that did not come along, by name where they have one. */
function tellLost(names: readonly string[]): void {
  if (names.length === 0) return;
  const known = [...new Set(names.filter(Boolean))].slice(0, 3).join("、");
  notify.warning(
    `有 ${names.length} 张图片不在本站，没有带入${known ? `（${known}）` : ""}，请另存后用“插入图片”添加`,
  );
}

const isHidden = (path: string): boolean =>
  document.getElementById(panelId(path))?.checkVisibility() === false;

type Live = { editor: Editor | undefined; facts: EditorFacts | undefined };

/** Loaded by rich-text.tsx when it is first shown. */
export default function RichTextEditor({
  id,
  value = "",
  onChange,
  label,
  keepsStyles = false,
  placeholder = "在这里写正文，可以粘贴 Word 内容和图片",
  header,
  status,
}: RichTextProps) {
  const ownId = useId();
  const textId = id ?? ownId;
  const can = useCan();
  const hasLibrary = can.permi(["content:file:list"]);
  const bar = useRef<HTMLDivElement>(null);
  const chooser = useRef<HTMLInputElement>(null);
  const fileChooser = useRef<HTMLInputElement>(null);
  // The form holds it already: only a value from elsewhere is put into the editor.
  const known = useRef(value);
  const given = useRef(value);
  const clip = useRef(NO_CLIP);
  const [going, setGoing] = useState(0);
  const [askedPicture, setAskedPicture] = useState(-1);
  const [strip, setStrip] = useState<OpenStrip>();
  const [picking, setPicking] = useState<"picture" | "file">();
  const [isFull, setFull] = useState(false);
  const [hasKeys, setKeys] = useState(false);

  const holder = useRef<HTMLDivElement>(null);
  const [{ editor, facts }, setLive] = useState<Live>({ editor: undefined, facts: undefined });
  const onGoing = (by: 1 | -1) => setGoing((before) => before + by);

  const tell = useEffectEvent((html: string) => {
    known.current = html;
    // The step of 一键排版 is no longer the last one; its own step opens the strip again.
    setStrip((before) => (before?.kind === "tidy" ? undefined : before));
    onChange?.(html);
  });
  const takePasted = useEffectEvent((html: string): string => {
    const pasted = cleanPasted(html, clip.current);
    clip.current = NO_CLIP;
    tellLost(pasted.lost);
    if (editor) void fillPasted(editor, pasted.coming, onGoing);
    return pasted.html;
  });
  const make = useEffectEvent(
    (element: HTMLDivElement) =>
      new Editor({
        element,
        extensions: keepsStyles ? STYLED_EXTENSIONS : EXTENSIONS,
        content: value,
        injectCSS: false,
        editorProps: {
          attributes: {
            id: textId,
            role: "textbox",
            "aria-multiline": "true",
            "aria-label": label,
            "aria-describedby": `${textId}-keys`,
            class: "rt-text o-prose",
          },
          transformPastedHTML: (html) => takePasted(html),
        },
        onUpdate: ({ editor: own }) => tell(htmlOf(own.getJSON())),
        onTransaction: ({ editor: own }) => setLive({ editor: own, facts: factsOf(own) }),
      }),
  );

  // Hiding the tab runs the clean-up as well, but the editor lives on in its hidden element: with its
  // history, its cursor, and room for pictures that are still on their way. Tiptap's own hooks end it.
  const kept = useRef<Editor>(undefined);
  const { path, whenGone } = useTab();
  const begin = useEffectEvent((element: HTMLDivElement) => {
    if (kept.current && !kept.current.isDestroyed) return kept.current;
    const own = make(element);
    kept.current = own;
    setLive({ editor: own, facts: factsOf(own) });
    whenGone(() => own.destroy());
    return own;
  });
  useEffect(() => {
    const { current: element } = holder;
    if (!element) return;
    const own = begin(element);
    return () => {
      // Gone with its element, or only hidden: known when the page has been drawn. A drawer takes its
      // element out of the document while its tab is hidden.
      setTimeout(() => element.isConnected || isHidden(path) || own.destroy());
    };
  }, [path]);

  useEffect(() => {
    if (!editor || editor.isDestroyed || value === given.current) return;
    given.current = value;
    if (value === known.current) return;
    known.current = value;
    editor.commands.setContent(value, { emitUpdate: false });
  }, [editor, value]);

  const ask = (pos: number) => {
    if (pos < 0 || !editor) return;
    editor.commands.setNodeSelection(pos);
    setAskedPicture(pos);
  };
  const insert = (files: readonly File[], at?: number) => {
    if (!editor || files.length === 0) return;
    const place = at ?? editor.state.selection.to;
    const before = keysSoFar();
    // Asked for only where nobody has gone on writing: the bar below counts what lacks words.
    const onThere = (pos: number) => keysSoFar() === before && ask(pos);
    void insertPictures(editor, files, place, { onGoing, onThere });
  };

  const tidy = () => {
    if (!editor) return;
    const changes = tidyText(editor, { isIndented: true });
    setStrip({ kind: "tidy", changes });
  };

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    // Keys pressed in a dialog come this way as well.
    if (!event.currentTarget.contains(event.target as Node)) return;
    const isCtrl = (event.ctrlKey || event.metaKey) && !event.altKey;
    const { code } = event;
    if (event.key === "F10" && event.altKey) {
      bar.current?.querySelector<HTMLElement>("[tabindex='0']")?.focus();
    } else if (isCtrl && code === "KeyF" && event.shiftKey) setFull(!isFull);
    else if (isCtrl && (code === "KeyF" || code === "KeyH")) setStrip({ kind: "find" });
    else if (isCtrl && code === "Slash") setKeys(true);
    else if (event.key === "Escape" && isFull) setFull(false);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a key that leads from the text to its tools
    <div className="rt" data-full={isFull || undefined} onKeyDown={onKeyDown}>
      <div className="rt-top">
        {editor && facts ? (
          <ToolBar
            editor={editor}
            facts={facts}
            bar={bar}
            textId={textId}
            openers={{
              onLink: () => setStrip({ kind: "link" }),
              onPicture: () => (hasLibrary ? setPicking("picture") : chooser.current?.click()),
              onVideo: () => setStrip({ kind: "video" }),
              onAttachment: () => (hasLibrary ? setPicking("file") : fileChooser.current?.click()),
              onFind: () => setStrip({ kind: "find" }),
              onTidy: tidy,
              onFull: () => setFull(!isFull),
              isFull,
            }}
          />
        ) : (
          <div className="rt-bar" />
        )}
        <button type="button" className="rt-keys-button" onClick={() => setKeys(true)}>
          <kbd className="o-key">Ctrl /</kbd> 快捷键
        </button>
      </div>
      <input
        ref={chooser}
        type="file"
        // Forms of Ant Design show an element that is merely hidden.
        style={{ display: "none" }}
        multiple
        aria-label="选择要插入的图片"
        accept={acceptOf(IMAGE_RULES)}
        onChange={({ target }) => {
          insert([...(target.files ?? [])]);
          target.value = "";
        }}
      />
      <input
        ref={fileChooser}
        type="file"
        style={{ display: "none" }}
        multiple
        aria-label="选择要插入的附件"
        accept={acceptOf(ATTACHMENT_RULES)}
        onChange={({ target }) => {
          if (editor) void uploadAttachments(editor, [...(target.files ?? [])], onGoing);
          target.value = "";
        }}
      />
      <div className="rt-desk">
        <div className="rt-paper" data-empty={facts?.isEmpty || undefined}>
          {header}
          <div
            ref={holder}
            className="rt-holder"
            data-placeholder={placeholder}
            onPasteCapture={(event) => {
              const { clipboardData } = event;
              const files = picturesOf(clipboardData.files);
              const html = clipboardData.getData("text/html");
              // Word and Excel send a picture of the text along with the text.
              const words = cleanPasted(html).html.replace(/<[^>]*>|\s|&nbsp;/g, "");
              clip.current = { rtf: clipboardData.getData("text/rtf"), files };
              if (files.length === 0 || words !== "") return;
              event.preventDefault();
              event.stopPropagation();
              insert(files);
            }}
            onDropCapture={(event) => {
              if (event.dataTransfer.files.length === 0) return;
              event.preventDefault();
              event.stopPropagation();
              const place = editor?.view.posAtCoords({ left: event.clientX, top: event.clientY });
              insert([...event.dataTransfer.files], place?.pos);
            }}
          />
        </div>
      </div>
      {editor && facts && (
        <EditorStrips
          editor={editor}
          facts={facts}
          askedPicture={askedPicture}
          open={strip}
          onOpen={setStrip}
        />
      )}
      <EditorStatus
        facts={facts}
        going={going}
        keysId={`${textId}-keys`}
        onMissing={(pos) => {
          setAskedPicture(pos);
          editor?.chain().setNodeSelection(pos).scrollIntoView().run();
        }}
      >
        {status}
      </EditorStatus>
      {picking && editor && (
        <Suspense>
          <MediaPicker
            kind={picking}
            multiple
            onClose={() => setPicking(undefined)}
            onPick={(files) => {
              if (picking === "file") insertAttachments(editor, files);
              else ask(insertStored(editor, files));
              setPicking(undefined);
            }}
          />
        </Suspense>
      )}
      {hasKeys && <EditorKeys onClose={() => setKeys(false)} />}
    </div>
  );
}
