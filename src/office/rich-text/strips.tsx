import type { Editor } from "@tiptap/react";
import { Button, Input, type InputRef } from "antd";
import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { useAtFirst, useOnChange } from "../tabs/use-on-change.ts";
import { type ChosenPicture, setAttribute, tableAt } from "./editor-facts.ts";
import { linkOf } from "./link-rule.ts";

/** A strip below the text for the node at the cursor; Esc goes back to the text. */
export function Strip({
  label,
  editor,
  onLeave,
  children,
}: {
  label: string;
  editor: Editor;
  /** Esc ends the strip's work as well. */
  onLeave?: () => void;
  children: ReactNode;
}) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out in a row everywhere
    <div
      className="rt-strip"
      role="group"
      aria-label={label}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.stopPropagation();
        onLeave?.();
        editor.commands.focus();
      }}
    >
      <b>{label}</b>
      {children}
    </div>
  );
}

export function Labelled({
  label,
  children,
}: {
  label: string;
  children: (id: string) => ReactNode;
}) {
  const id = useId();
  return (
    <span className="rt-field">
      <label htmlFor={id}>{label}</label>
      {children(id)}
    </span>
  );
}

/** Alternative text and caption of the chosen picture; Enter goes on below it. */
export function PictureStrip({
  editor,
  picture,
  isAsked,
}: {
  editor: Editor;
  picture: ChosenPicture;
  /** Has just come in: the words are asked for. */
  isAsked: boolean;
}) {
  const { pos, src, alt, caption } = picture;
  const field = useRef<InputRef>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another picture asks anew
  useEffect(() => {
    if (isAsked) field.current?.focus({ cursor: "end" });
  }, [isAsked, src]);
  const goOn = () =>
    editor
      .chain()
      .focus()
      .setTextSelection(pos + 1)
      .run();
  return (
    <Strip label="图片" editor={editor}>
      {/* Not a form: this may stand inside of one. */}
      <Labelled label="替代文字">
        {(id) => (
          <Input
            id={id}
            ref={field}
            value={alt}
            maxLength={200}
            status={alt.trim() ? "" : "warning"}
            placeholder="图里有什么，读给看不见图的人"
            onChange={({ target }) => setAttribute(editor, pos, "alt", target.value)}
            onPressEnter={(event) => {
              event.preventDefault();
              if (!event.nativeEvent.isComposing) goOn();
            }}
          />
        )}
      </Labelled>
      <Labelled label="图注">
        {(id) => (
          <Input
            id={id}
            value={caption}
            maxLength={200}
            placeholder="选填，显示在图下方"
            onChange={({ target }) => setAttribute(editor, pos, "caption", target.value)}
            onPressEnter={(event) => {
              event.preventDefault();
              if (!event.nativeEvent.isComposing) goOn();
            }}
          />
        )}
      </Labelled>
      <Button danger type="text" onClick={() => editor.chain().focus().deleteSelection().run()}>
        删除图片
      </Button>
    </Strip>
  );
}

/** The address of a link, new or there already. */
export function LinkStrip({
  editor,
  href,
  isAsked,
  onDone,
}: {
  editor: Editor;
  href: string;
  /** The tool was pressed: the address is asked for. */
  isAsked: boolean;
  onDone: () => void;
}) {
  const [typed, setTyped] = useState(href);
  const [isWrong, setWrong] = useState(false);
  const field = useRef<InputRef>(null);
  useOnChange(href, () => {
    setTyped(href);
    setWrong(false);
  });
  const begin = () => {
    if (isAsked) field.current?.focus({ cursor: "all" });
  };
  useAtFirst(begin);
  useOnChange(isAsked, begin);

  const apply = () => {
    const address = linkOf(typed);
    if (!address) {
      setWrong(true);
      field.current?.focus();
      return;
    }
    const chain = editor.chain().focus().extendMarkRange("link");
    if (editor.state.selection.empty && !href) {
      const marks = [{ type: "link", attrs: { href: address } }];
      chain.insertContent({ type: "text", text: typed.trim(), marks }).run();
    } else chain.setLink({ href: address }).run();
    onDone();
  };

  return (
    <Strip label="链接" editor={editor}>
      <Labelled label="地址">
        {(id) => (
          <Input
            id={id}
            ref={field}
            value={typed}
            status={isWrong ? "error" : ""}
            aria-invalid={isWrong}
            aria-describedby={isWrong ? "rt-link-problem" : undefined}
            placeholder="https://…、/站内路径、邮箱或 tel:电话"
            onChange={({ target }) => {
              setTyped(target.value);
              setWrong(false);
            }}
            onPressEnter={(event) => {
              event.preventDefault();
              apply();
            }}
          />
        )}
      </Labelled>
      <Button onClick={apply}>确定</Button>
      {href && (
        <Button
          type="text"
          onClick={() => {
            editor.chain().focus().extendMarkRange("link").unsetLink().run();
            onDone();
          }}
        >
          去掉链接
        </Button>
      )}
      {isWrong && (
        <p id="rt-link-problem" role="alert" className="o-problem">
          地址不正确，请填写 http(s) 网址、站内路径、邮箱或电话
        </p>
      )}
    </Strip>
  );
}

/** Rows and columns of the table around the cursor. */
export function TableStrip({ editor, caption }: { editor: Editor; caption: string }) {
  const run = (act: (chain: ReturnType<Editor["chain"]>) => ReturnType<Editor["chain"]>) => () =>
    void act(editor.chain().focus()).run();
  return (
    <Strip label="表格" editor={editor}>
      <span className="rt-strip-buttons">
        <Button onClick={run((chain) => chain.addRowBefore())}>上方加行</Button>
        <Button onClick={run((chain) => chain.addRowAfter())}>下方加行</Button>
        <Button onClick={run((chain) => chain.addColumnBefore())}>左侧加列</Button>
        <Button onClick={run((chain) => chain.addColumnAfter())}>右侧加列</Button>
        <Button onClick={run((chain) => chain.toggleHeaderRow())}>标题行</Button>
        <Button onClick={run((chain) => chain.mergeOrSplit())}>合并或拆分</Button>
        <Button onClick={run((chain) => chain.deleteRow())}>删除行</Button>
        <Button onClick={run((chain) => chain.deleteColumn())}>删除列</Button>
        <Button danger onClick={run((chain) => chain.deleteTable())}>
          删除表格
        </Button>
      </span>
      <Labelled label="表题">
        {(id) => (
          <Input
            id={id}
            value={caption}
            maxLength={100}
            placeholder="选填，显示在表上方"
            onChange={({ target }) => {
              const pos = tableAt(editor);
              if (pos !== undefined) setAttribute(editor, pos, "caption", target.value);
            }}
            onPressEnter={(event) => {
              event.preventDefault();
              editor.commands.focus();
            }}
          />
        )}
      </Labelled>
    </Strip>
  );
}
