import type { Editor } from "@tiptap/react";
import { Button, Input, type InputRef } from "antd";
import { useRef, useState } from "react";
import { VIDEO_SITES, videoOf } from "../../lib/article/videos.ts";
import { useAtFirst, useOnChange } from "../tabs/use-on-change.ts";
import { type ChosenNote, type ChosenVideo, setAttribute } from "./editor-facts.ts";
import { Labelled, Strip } from "./strips.tsx";

const MAX_TITLE = 100;
const MAX_NOTE = 1_000;

/** The address of a film to be put in, in any form that can be copied. */
export function NewVideoStrip({ editor, onDone }: { editor: Editor; onDone: () => void }) {
  const [typed, setTyped] = useState("");
  const [title, setTitle] = useState("");
  const [isWrong, setWrong] = useState(false);
  const field = useRef<InputRef>(null);
  useAtFirst(() => field.current?.focus());
  const apply = () => {
    const video = videoOf(typed);
    if (!video) {
      setWrong(true);
      field.current?.focus();
      return;
    }
    const attrs = { player: video.player, title: title.trim() || `${video.site}视频` };
    editor.chain().focus().insertContent({ type: "video", attrs }).run();
    onDone();
  };
  const onPressEnter = (event: React.KeyboardEvent) => {
    event.preventDefault();
    if (!event.nativeEvent.isComposing) apply();
  };
  return (
    <Strip label="视频" editor={editor} onLeave={onDone}>
      <Labelled label="地址">
        {(id) => (
          <Input
            id={id}
            ref={field}
            value={typed}
            status={isWrong ? "error" : ""}
            aria-invalid={isWrong}
            aria-describedby={isWrong ? "rt-video-problem" : undefined}
            placeholder="粘贴视频页面的网址或嵌入代码"
            onChange={({ target }) => {
              setTyped(target.value);
              setWrong(false);
            }}
            onPressEnter={onPressEnter}
          />
        )}
      </Labelled>
      <Labelled label="标题">
        {(id) => (
          <Input
            id={id}
            value={title}
            maxLength={MAX_TITLE}
            placeholder="选填，显示在视频下方"
            onChange={({ target }) => setTitle(target.value)}
            onPressEnter={onPressEnter}
          />
        )}
      </Labelled>
      <Button onClick={apply}>插入视频</Button>
      <Button type="text" onClick={onDone}>
        取消
      </Button>
      {isWrong && (
        <p id="rt-video-problem" role="alert" className="o-problem">
          不认识这个地址，请粘贴{VIDEO_SITES}的视频网址
        </p>
      )}
    </Strip>
  );
}

/** The title of the chosen film. */
export function VideoStrip({ editor, video }: { editor: Editor; video: ChosenVideo }) {
  const { pos, player, title } = video;
  return (
    <Strip label={`${videoOf(player)?.site ?? ""}视频`} editor={editor}>
      <Labelled label="标题">
        {(id) => (
          <Input
            id={id}
            value={title}
            maxLength={MAX_TITLE}
            placeholder="显示在视频下方"
            onChange={({ target }) => setAttribute(editor, pos, "title", target.value)}
            onPressEnter={(event) => {
              event.preventDefault();
              if (event.nativeEvent.isComposing) return;
              editor
                .chain()
                .focus()
                .setTextSelection(pos + 1)
                .run();
            }}
          />
        )}
      </Labelled>
      <Button danger type="text" onClick={() => editor.chain().focus().deleteSelection().run()}>
        删除视频
      </Button>
    </Strip>
  );
}

/** The text of the chosen footnote; Enter goes on in the line behind it. */
export function NoteStrip({ editor, note }: { editor: Editor; note: ChosenNote }) {
  const { pos, text } = note;
  const field = useRef<InputRef>(null);
  // Another empty note asks again.
  const begin = () => {
    if (!text) field.current?.focus();
  };
  useAtFirst(begin);
  useOnChange(pos, begin);
  return (
    <Strip label="脚注" editor={editor}>
      <Labelled label="内容">
        {(id) => (
          <Input
            id={id}
            ref={field}
            value={text}
            maxLength={MAX_NOTE}
            placeholder="显示在文末，编号按在文中的位置自动排列；留空则不保留"
            onChange={({ target }) => setAttribute(editor, pos, "text", target.value)}
            onPressEnter={(event) => {
              event.preventDefault();
              if (event.nativeEvent.isComposing) return;
              editor
                .chain()
                .focus()
                .setTextSelection(pos + 1)
                .run();
            }}
          />
        )}
      </Labelled>
      <Button danger type="text" onClick={() => editor.chain().focus().deleteSelection().run()}>
        删除脚注
      </Button>
    </Strip>
  );
}
