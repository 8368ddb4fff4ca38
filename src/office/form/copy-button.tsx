import { CheckOutlined, CopyOutlined } from "@ant-design/icons";
import { Button } from "antd";
import { useEffect, useState } from "react";
import { notify } from "../calls/notify.ts";

const SHOWN_MS = 2_000;

/** Copies a text; says so on itself, and how to copy by hand where the browser does not allow it. */
export function CopyButton({
  text,
  label = "复制",
  size = "small",
}: {
  /** Asked for when it is pressed, where making it costs something. */
  text: string | (() => string);
  /** Names the copied text, for people who do not see where the button stands. */
  label?: string;
  size?: "small" | "middle";
}) {
  const [isDone, setDone] = useState(false);
  useEffect(() => {
    if (!isDone) return;
    const timer = setTimeout(() => setDone(false), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [isDone]);
  const copy = async () => {
    if (await copyText(typeof text === "string" ? text : text())) setDone(true);
    else notify.warning("浏览器不允许自动复制，请选中文字后按 Ctrl C");
  };
  return (
    <Button
      size={size}
      icon={isDone ? <CheckOutlined aria-hidden /> : <CopyOutlined aria-hidden />}
      onClick={() => void copy()}
    >
      <span aria-live="polite">{isDone ? "已复制" : label}</span>
    </Button>
  );
}

/** Returns whether it is in the clipboard now. */
async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // Without https there is no clipboard but the old one.
    const field = document.createElement("textarea");
    field.value = text;
    field.className = "o-hidden";
    document.body.append(field);
    field.select();
    const isCopied = document.execCommand("copy");
    field.remove();
    return isCopied;
  }
}
