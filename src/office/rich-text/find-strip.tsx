import type { Editor } from "@tiptap/react";
import { Button, Checkbox, Input, type InputRef } from "antd";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useAtFirst } from "../tabs/use-on-change.ts";
import { look, replaceAll, replaceOne, searchOf, step } from "./find.ts";
import { Labelled, Strip } from "./strips.tsx";

/** Finds words and puts others in their place; Enter goes to the next, Shift Enter to the one before. */
export function FindStrip({ editor, onDone }: { editor: Editor; onDone: () => void }) {
  const [words, setWords] = useState(() => {
    const { from, to } = editor.state.selection;
    const chosen = editor.state.doc.textBetween(from, to, "\n");
    return chosen.includes("\n") ? "" : chosen.slice(0, 100);
  });
  const [other, setOther] = useState("");
  const [isExact, setExact] = useState(false);
  const [said, setSaid] = useState("");
  const field = useRef<InputRef>(null);
  useAtFirst(() => field.current?.focus({ cursor: "all" }));
  const begin = useEffectEvent(() => look(editor, words, isExact));
  useEffect(() => {
    begin();
    return () => {
      if (!editor.isDestroyed) look(editor, "", false);
    };
  }, [editor]);
  const { found, index } = searchOf(editor);
  const count = found.length;
  const again = (next: string, exact: boolean) => {
    setSaid("");
    look(editor, next, exact);
  };
  const status =
    said || (words ? (count > 0 ? `第 ${index + 1} 处，共 ${count} 处` : "没有找到") : "");
  return (
    <Strip label="查找替换" editor={editor} onLeave={onDone}>
      <Labelled label="查找">
        {(id) => (
          <Input
            id={id}
            ref={field}
            value={words}
            maxLength={100}
            status={words && count === 0 && !said ? "warning" : ""}
            onChange={({ target }) => {
              setWords(target.value);
              again(target.value, isExact);
            }}
            onPressEnter={(event) => {
              event.preventDefault();
              if (!event.nativeEvent.isComposing) step(editor, event.shiftKey ? -1 : 1);
            }}
          />
        )}
      </Labelled>
      <Labelled label="替换为">
        {(id) => (
          <Input
            id={id}
            value={other}
            maxLength={100}
            placeholder="留空则删去"
            onChange={({ target }) => setOther(target.value)}
            onPressEnter={(event) => {
              event.preventDefault();
              if (!event.nativeEvent.isComposing) replaceOne(editor, other);
            }}
          />
        )}
      </Labelled>
      <span className="rt-strip-buttons">
        <Button disabled={count === 0} onClick={() => step(editor, -1)}>
          上一处
        </Button>
        <Button disabled={count === 0} onClick={() => step(editor, 1)}>
          下一处
        </Button>
        <Button disabled={count === 0} onClick={() => replaceOne(editor, other)}>
          替换
        </Button>
        <Button
          disabled={count === 0}
          onClick={() => setSaid(`已替换 ${replaceAll(editor, other)} 处，可一步撤销`)}
        >
          全部替换
        </Button>
      </span>
      <Checkbox
        checked={isExact}
        onChange={({ target }) => {
          setExact(target.checked);
          again(words, target.checked);
        }}
      >
        区分大小写
      </Checkbox>
      <span role="status" className="rt-said">
        {status}
      </span>
      <Button type="text" onClick={onDone}>
        关闭
      </Button>
    </Strip>
  );
}
