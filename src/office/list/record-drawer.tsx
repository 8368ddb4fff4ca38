import { Drawer } from "antd";
import { type ReactNode, useState } from "react";
import { useIsMobile } from "../shell/use-media.ts";
import "./record-drawer.css";

/** One row of a log to read, all of it: facts in two columns, in a drawer on the right. */
export function RecordDrawer({
  title,
  onClose,
  children,
}: {
  title: string;
  onClose: () => void;
  children: ReactNode;
}) {
  const [isOpen, setOpen] = useState(true);
  const isMobile = useIsMobile();
  return (
    <Drawer
      open={isOpen}
      size={isMobile ? "100%" : 640}
      title={title}
      closable={{ placement: "end" }}
      onClose={() => setOpen(false)}
      afterOpenChange={(isNow) => {
        if (!isNow) onClose();
      }}
    >
      <dl className="rd-facts">{children}</dl>
    </Drawer>
  );
}

export function Fact({
  title,
  isWide = false,
  children,
}: {
  title: string;
  isWide?: boolean;
  children: ReactNode;
}) {
  return (
    <div data-wide={isWide || undefined}>
      <dt>{title}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** A long text as it is; it scrolls by keyboard too. */
export function LongText({ text }: { text: string }) {
  if (!text) return "—";
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable
    <pre className="cr-code rd-text" tabIndex={0}>
      {text}
    </pre>
  );
}
