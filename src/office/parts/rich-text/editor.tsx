import { Editor } from "@tiptap/react";
import { type ReactNode, useEffect, useEffectEvent, useId, useRef, useState } from "react";
import { acceptOf, IMAGE_RULES } from "../../../lib/upload-rules.ts";
import { notify } from "../../notify.ts";
import { type EditorFacts, factsOf } from "./editor-facts.ts";
import { EXTENSIONS } from "./extensions.ts";
import { cleanPasted } from "./pasted.ts";
import { insertPictures } from "./pictures.ts";
import { LinkStrip, PictureStrip, TableStrip } from "./strips.tsx";
import { htmlOf } from "./to-html.ts";
import { ToolBar } from "./tool-bar.tsx";
import "../prose.css";
import "./rich-text.css";

export type RichTextProps = {
  id?: string;
  /** Clean HTML, as server/rich-text.ts keeps it. */
  value?: string;
  onChange?: (html: string) => void;
  /** Name of the field for those who do not see it. */
  label: string;
  placeholder?: string;
  /** Stands above the text on the paper, e.g. the title's field. */
  header?: ReactNode;
};

const picturesOf = (list: FileList | null | undefined) =>
  [...(list ?? [])].filter((file) => file.type.startsWith("image/"));

function takePasted(html: string): string {
  const { html: clean, foreignPictures } = cleanPasted(html);
  if (foreignPictures > 0) {
    notify.warning(`有 ${foreignPictures} 张图片不在本站，没有带入，请另存后用“插入图片”添加`);
  }
  return clean;
}

type Live = { editor: Editor | undefined; facts: EditorFacts | undefined };

/** Loaded by rich-text.tsx when it is first shown. */
export default function RichTextEditor({
  id,
  value = "",
  onChange,
  label,
  placeholder = "在这里写正文，可以粘贴 Word 内容和图片",
  header,
}: RichTextProps) {
  const ownId = useId();
  const textId = id ?? ownId;
  const bar = useRef<HTMLDivElement>(null);
  const chooser = useRef<HTMLInputElement>(null);
  // What the form holds already: only what came from elsewhere is put into the editor.
  const known = useRef(value);
  const [going, setGoing] = useState(0);
  const [askedPicture, setAskedPicture] = useState(-1);
  const [isLinkAsked, setLinkAsked] = useState(false);

  const holder = useRef<HTMLDivElement>(null);
  const [{ editor, facts }, setLive] = useState<Live>({ editor: undefined, facts: undefined });

  const tell = useEffectEvent((html: string) => {
    known.current = html;
    onChange?.(html);
  });
  const make = useEffectEvent(
    (element: HTMLDivElement) =>
      new Editor({
        element,
        extensions: EXTENSIONS,
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
          transformPastedHTML: takePasted,
        },
        onUpdate: ({ editor: own }) => tell(htmlOf(own.getJSON())),
        onTransaction: ({ editor: own }) => setLive({ editor: own, facts: factsOf(own) }),
      }),
  );

  // Hiding the tab ends the editor, showing it makes another of what the form holds (architecture
  // 2a). Tiptap's own hooks take the first one for the only one.
  useEffect(() => {
    if (!holder.current) return;
    const own = make(holder.current);
    setLive({ editor: own, facts: factsOf(own) });
    return () => own.destroy();
  }, []);

  useEffect(() => {
    if (!editor || editor.isDestroyed || value === known.current) return;
    known.current = value;
    editor.commands.setContent(value, { emitUpdate: false });
  }, [editor, value]);

  const insert = (files: readonly File[], at?: number) => {
    if (!editor || files.length === 0) return;
    void insertPictures(editor, files, at ?? editor.state.selection.to, {
      onGoing: (by) => setGoing((before) => before + by),
      onThere: (pos) => {
        if (pos < 0) return;
        editor.commands.setNodeSelection(pos);
        setAskedPicture(pos);
      },
    });
  };

  const picture = facts?.picture;
  const isLinkShown = isLinkAsked || (facts?.isLink === true && !picture);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a key that leads from the text to its tools
    <div
      className="rt"
      onKeyDown={(event) => {
        if (event.key === "F10" && event.altKey) {
          event.preventDefault();
          bar.current?.querySelector<HTMLElement>("[tabindex='0']")?.focus();
        }
      }}
    >
      {editor && facts ? (
        <ToolBar
          editor={editor}
          facts={facts}
          bar={bar}
          textId={textId}
          onLink={() => setLinkAsked(true)}
          onPicture={() => chooser.current?.click()}
        />
      ) : (
        <div className="rt-bar" />
      )}
      <input
        ref={chooser}
        type="file"
        // Forms of Ant Design show what is merely hidden.
        style={{ display: "none" }}
        multiple
        aria-label="选择要插入的图片"
        accept={acceptOf(IMAGE_RULES)}
        onChange={({ target }) => {
          insert([...(target.files ?? [])]);
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
              // Word and Excel send a picture of the text along with the text.
              const words = cleanPasted(clipboardData.getData("text/html")).html;
              if (files.length === 0 || words.replace(/<[^>]*>|\s|&nbsp;/g, "") !== "") return;
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
        <>
          {picture && (
            <PictureStrip
              editor={editor}
              picture={picture}
              isAsked={askedPicture === picture.pos}
            />
          )}
          {isLinkShown && (
            <LinkStrip
              editor={editor}
              href={facts.href}
              isAsked={isLinkAsked}
              onDone={() => setLinkAsked(false)}
            />
          )}
          {facts.isTable && !picture && !isLinkShown && (
            <TableStrip editor={editor} caption={facts.tableCaption} />
          )}
        </>
      )}
      <div className="rt-status">
        <span>{(facts?.characters ?? 0).toLocaleString("en-US")} 字</span>
        <span>{facts?.pictures ?? 0} 图</span>
        <span role="status">{going > 0 ? `正在上传 ${going} 张图片…` : ""}</span>
        {editor && !!facts?.missingAlt && (
          <button
            type="button"
            className="rt-missing"
            onClick={() => {
              setAskedPicture(facts.firstMissing);
              editor.chain().setNodeSelection(facts.firstMissing).scrollIntoView().run();
            }}
          >
            图片缺说明 {facts.missingAlt}
          </button>
        )}
        <span className="rt-keys" id={`${textId}-keys`}>
          Alt F10 到工具栏，Esc 回正文
        </span>
      </div>
    </div>
  );
}
