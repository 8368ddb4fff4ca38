import { useMutation } from "@tanstack/react-query";
import { Button, Drawer } from "antd";
import { useRef, useState } from "react";
import { call, fieldTexts } from "#src/office/calls/http.ts";
import { notify } from "#src/office/calls/notify.ts";
import { tellChange } from "#src/office/calls/queries.ts";
import { Key } from "#src/office/keys/keys.tsx";
import { hasWrittenOn } from "#src/office/keys/typing.ts";
import { useCarefulClose } from "#src/office/layers/use-careful-close.ts";
import { useIsMobile } from "#src/office/shell/use-media.ts";
import { useOpening } from "#src/office/tabs/use-on-change.ts";
import { errorText } from "#src/site/session/http.ts";
import { PATH } from "./gen.ts";
import "./gen.css";

const EXAMPLE = `CREATE TABLE library_book (
  book_id    bigint       NOT NULL AUTO_INCREMENT COMMENT '编号',
  book_name  varchar(64)  NOT NULL COMMENT '书名',
  price      decimal(10,2) COMMENT '价格',
  status     char(1)      NOT NULL DEFAULT '0' COMMENT '状态（0正常 1停用）',
  remark     varchar(500) COMMENT '备注',
  PRIMARY KEY (book_id)
) COMMENT='图书表';
`;

/** 建表: CREATE TABLE statements, checked by the server, which names the line that is wrong. */
export function CreateTable({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState("");
  const editor = useRef<HTMLTextAreaElement>(null);
  const opening = useOpening(() => editor.current?.focus());
  const gutter = useRef<HTMLDivElement>(null);
  const isMobile = useIsMobile();
  const { close, settle } = useCarefulClose(
    text.trim() !== "",
    { title: "放弃填写的建表语句？", text: "语句还没有执行，关闭后将丢失。" },
    onClose,
  );
  const creating = useMutation({
    mutationFn: () =>
      call<{ data: string[] }>("POST", `${PATH}/createTable`, {
        body: { sql: text },
        isQuiet: true,
      }),
    onSuccess: async ({ data }) => {
      notify.success(`已创建并导入 ${data.join("、")}`);
      settle();
      onClose();
      await tellChange([PATH]);
    },
    onError: (error) => {
      const line = lineOf(fieldTexts(error)?.sql);
      if (line) select(editor.current, line);
    },
  });
  const problem = creating.error
    ? (fieldTexts(creating.error)?.sql ?? errorText(creating.error))
    : undefined;
  const wrongLine = lineOf(problem);
  const count = text.split("\n").length;

  const create = () => {
    if (text.trim() !== "" && !creating.isPending) creating.mutate();
  };

  return (
    <Drawer
      open
      title="建表"
      size={isMobile ? "100%" : 720}
      onClose={() => void close()}
      afterOpenChange={opening}
      footer={
        <div className="cr-foot">
          <span className="o-note" role="status">
            {text.trim() === "" ? "请填写建表语句" : `${count} 行`}
          </span>
          <Button onClick={() => void close()}>取消</Button>
          <Button
            type="primary"
            disabled={text.trim() === ""}
            loading={creating.isPending}
            onClick={create}
          >
            创建并导入 <Key>Ctrl ↵</Key>
          </Button>
        </div>
      }
    >
      <div className="ge-create">
        <p className="o-note">
          只接受 CREATE TABLE 语句，可以写多条，用分号隔开；MySQL 和 PostgreSQL
          的写法都可以。表建在单独的 workshop 模式里，不影响业务数据。
        </p>
        <div className="ge-label">
          <label htmlFor="ge-sql">建表语句</label>
          <Button
            type="link"
            size="small"
            disabled={text.trim() !== ""}
            onClick={() => {
              setText(EXAMPLE);
              editor.current?.focus();
            }}
          >
            填入示例
          </Button>
        </div>
        <div className="ge-editor" data-bad={problem ? true : undefined}>
          <div className="ge-gutter" ref={gutter} aria-hidden="true">
            {Array.from({ length: count }, (_none, index) => index + 1).map((line) => (
              <span key={line} data-bad={line === wrongLine || undefined}>
                {line}
              </span>
            ))}
          </div>
          <textarea
            ref={editor}
            id="ge-sql"
            value={text}
            spellCheck={false}
            wrap="off"
            maxLength={64_000}
            aria-invalid={problem ? true : undefined}
            aria-describedby={problem ? "ge-problem" : undefined}
            onChange={(event) => {
              setText(event.target.value);
              creating.reset();
            }}
            onScroll={(event) => {
              if (gutter.current) gutter.current.scrollTop = event.currentTarget.scrollTop;
            }}
            onKeyDown={(event) => {
              if ((event.ctrlKey || event.metaKey) && event.key === "Enter") create();
            }}
          />
        </div>
        {problem && (
          <p className="o-problem" id="ge-problem" role="alert">
            {problem}
          </p>
        )}
      </div>
    </Drawer>
  );
}

/** The line that a refusal names, from 1. */
const lineOf = (text: string | undefined): number | undefined => {
  const found = /^第 (\d+) 行/.exec(text ?? "")?.[1];
  return found ? Number(found) : undefined;
};

function select(area: HTMLTextAreaElement | null, line: number): void {
  if (!area) return;
  if (hasWrittenOn()) return;
  const lines = area.value.split("\n");
  const start = lines.slice(0, line - 1).join("\n").length + (line > 1 ? 1 : 0);
  area.focus();
  area.setSelectionRange(start, start + (lines[line - 1]?.length ?? 0));
}
