import { EditorContent, useEditor, useEditorState } from "@tiptap/react";
import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { acceptOf, IMAGE_RULES } from "../../../lib/upload-rules.ts";
import { notify } from "../../notify.ts";
import { factsOf } from "./editor-facts.ts";
import { EXTENSIONS } from "./extensions.ts";
import { cleanPasted } from "./pasted.ts";
import { insertPictures } from "./pictures.ts";
import { LinkStrip, PictureStrip, TableStrip } from "./strips.tsx";
import { htmlOf } from "./to-html.ts";
import { ToolBar } from "./tool-bar.tsx";
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

  const [editorProps] = useState(() => ({
    attributes: {
      id: textId,
      role: "textbox",
      "aria-multiline": "true",
      "aria-label": label,
      "aria-describedby": `${textId}-keys`,
      class: "rt-text o-prose",
    },
    transformPastedHTML(html: string): string {
      const { html: clean, foreignPictures } = cleanPasted(html);
      if (foreignPictures > 0) {
        notify.warning(`有 ${foreignPictures} 张图片不在本站，没有带入，请另存后用“插入图片”添加`);
      }
      return clean;
    },
  }));
  const editor = useEditor({
    extensions: EXTENSIONS,
    content: value,
    immediatelyRender: true,
    injectCSS: false,
    editorProps,
    onUpdate: ({ editor: own }) => {
      const html = htmlOf(own.getJSON());
      known.current = html;
      onChange?.(html);
    },
  });

  useEffect(() => {
    if (!editor || value === known.current) return;
    known.current = value;
    editor.commands.setContent(value, { emitUpdate: false });
  }, [editor, value]);

  const facts = useEditorState({
    editor,
    selector: ({ editor: own }) => (own && !own.isDestroyed ? factsOf(own) : undefined),
  });

  const insert = (files: readonly File[], at: number) => {
    if (!editor || files.length === 0) return;
    void insertPictures(editor, files, at, {
      onGoing: (by) => setGoing((before) => before + by),
      onThere: (pos) => {
        if (pos < 0) return;
        editor.commands.setNodeSelection(pos);
        setAskedPicture(pos);
      },
    });
  };

  if (!editor || !facts) return <div className="rt rt-waiting" />;
  const { picture } = facts;
  const isLinkShown = isLinkAsked || (facts.isLink && !picture);
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
      <ToolBar
        editor={editor}
        facts={facts}
        bar={bar}
        textId={textId}
        onLink={() => setLinkAsked(true)}
        onPicture={() => chooser.current?.click()}
      />
      <input
        ref={chooser}
        type="file"
        hidden
        multiple
        aria-label="选择要插入的图片"
        accept={acceptOf(IMAGE_RULES)}
        onChange={({ target }) => {
          insert([...(target.files ?? [])], editor.state.selection.to);
          target.value = "";
        }}
      />
      <div className="rt-desk">
        <div className="rt-paper" data-empty={facts.isEmpty || undefined}>
          {header}
          <EditorContent
            editor={editor}
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
              insert(files, editor.state.selection.to);
            }}
            onDropCapture={(event) => {
              if (event.dataTransfer.files.length === 0) return;
              event.preventDefault();
              event.stopPropagation();
              const place = editor.view.posAtCoords({ left: event.clientX, top: event.clientY });
              insert([...event.dataTransfer.files], place?.pos ?? editor.state.selection.to);
            }}
          />
        </div>
      </div>
      {picture && (
        <PictureStrip editor={editor} picture={picture} isAsked={askedPicture === picture.pos} />
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
      <div className="rt-status">
        <span aria-live="off">{facts.characters.toLocaleString("en-US")} 字</span>
        <span>{facts.pictures} 图</span>
        <span role="status">{going > 0 ? `正在上传 ${going} 张图片…` : ""}</span>
        {facts.missingAlt > 0 && (
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
