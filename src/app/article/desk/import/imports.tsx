import { FileWordOutlined, WechatOutlined } from "@ant-design/icons";
import { useMutation } from "@tanstack/react-query";
import { Button, Input, Modal } from "antd";
import { useRef, useState } from "react";
import { call, fieldTexts, report } from "#src/office/calls/http.ts";
import { useCarefulClose } from "#src/office/layers/use-careful-close.ts";
import { DESK } from "../parts/calls.ts";

/** One thing that an import did not carry over as it was. */
export type ImportItem = {
  level: "lost" | "changed" | "ignored";
  /** 图片, 公式 … */
  kind: string;
  text: string;
  /** 第 3、7 段: paragraphs with text, counted from 1. */
  place?: string;
};

export type Imported = {
  title: string;
  html: string;
  author?: string;
  report: {
    kept: { paragraphs: number; pictures: number; tables: number; footnotes: number };
    items: ImportItem[];
  };
};

/** 导入 Word and 导入公众号: the text goes to `onImported`, with the name it came from. */
export function Imports({
  onImported,
}: {
  onImported: (imported: Imported, from: string) => Promise<void>;
}) {
  const chooser = useRef<HTMLInputElement>(null);
  const [isPasting, setPasting] = useState(false);
  const word = useMutation({
    mutationFn: async (file: File) => {
      const body = new FormData();
      body.append("file", file, file.name);
      const answer = await call<{ data: Imported }>("POST", `${DESK}/importWord`, { body });
      await onImported(answer.data, file.name);
    },
  });
  return (
    <>
      <input
        ref={chooser}
        type="file"
        style={{ display: "none" }}
        aria-label="选择要导入的 Word 文件"
        accept=".docx"
        onChange={({ target }) => {
          const file = target.files?.[0];
          if (file) word.mutate(file);
          target.value = "";
        }}
      />
      <Button
        icon={<FileWordOutlined aria-hidden />}
        loading={word.isPending}
        onClick={() => chooser.current?.click()}
      >
        导入 Word
      </Button>
      <Button
        className="ad-wechat"
        icon={<WechatOutlined aria-hidden />}
        onClick={() => setPasting(true)}
      >
        导入公众号
      </Button>
      {isPasting && <WechatDialog onImported={onImported} onClose={() => setPasting(false)} />}
    </>
  );
}

function WechatDialog({
  onImported,
  onClose,
}: {
  onImported: (imported: Imported, from: string) => Promise<void>;
  onClose: () => void;
}) {
  const [html, setHtml] = useState("");
  const [problem, setProblem] = useState("");
  const { close, settle } = useCarefulClose(
    html.trim() !== "",
    { title: "放弃粘贴的网页源代码？", text: "文章还没有导入，关闭后要重新粘贴。" },
    onClose,
  );
  const taking = useMutation({
    mutationFn: async () => {
      const answer = await call<{ data: Imported }>("POST", `${DESK}/importWechat`, {
        body: { html },
        isQuiet: true,
      });
      await onImported(answer.data, "公众号文章");
    },
    onSuccess: () => {
      settle();
      onClose();
    },
    onError: (error) => {
      const texts = fieldTexts(error);
      if (texts) setProblem(Object.values(texts)[0] ?? "");
      else report(error);
    },
  });
  return (
    <Modal
      open
      width={640}
      title="导入公众号文章"
      okText="导入"
      cancelText="取消"
      confirmLoading={taking.isPending}
      okButtonProps={{ disabled: html.trim() === "" }}
      onOk={() => taking.mutate()}
      onCancel={() => void close()}
    >
      <p className="ad-hits-lead">
        在浏览器中打开公众号文章，右键“查看网页源代码”，全选复制后粘贴到这里。
      </p>
      <Input.TextArea
        aria-label="文章的网页源代码"
        rows={8}
        value={html}
        status={problem ? "error" : ""}
        onChange={(event) => {
          setHtml(event.target.value);
          setProblem("");
        }}
      />
      <p className="o-problem" role="alert">
        {problem}
      </p>
    </Modal>
  );
}
