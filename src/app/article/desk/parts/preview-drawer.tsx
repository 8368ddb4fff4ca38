import { Button, Drawer, Radio } from "antd";
import { useState } from "react";
import { CopyButton } from "#src/office/form/copy-button.tsx";
import { useOpened } from "#src/office/layers/use-opened.ts";
import { Failure } from "#src/office/shell/card.tsx";
import { useIsMobile } from "#src/office/shell/use-media.ts";
import type { ArticleFields } from "../model/fields.ts";
import { makePreview } from "./calls.ts";

/** Widths of the two frames in CSS pixels; the wide one is shown smaller. */
const WIDE = 1_280;
const NARROW = 375;

/** The page as visitors will see it, on a desktop and on a phone; the link can be passed on. */
export function PreviewDrawer({
  articleId,
  fields,
  onClose,
}: {
  articleId: number;
  fields: ArticleFields;
  onClose: () => void;
}) {
  const isMobile = useIsMobile();
  const [frame, setFrame] = useState<"wide" | "narrow">(isMobile ? "narrow" : "wide");
  const { data, error, refetch } = useOpened(["article-preview", articleId], () =>
    makePreview({ ...fields, id: articleId }),
  );
  const address = data ? new URL(data.url, location.href).href : "";
  return (
    <Drawer
      open
      title="预览"
      size={isMobile ? "100%" : 960}
      styles={{ body: { padding: 0 } }}
      onClose={onClose}
      footer={
        <div className="cr-foot">
          <span className="o-note">
            {data && `知道链接的人都能看到，${data.expireTime.slice(0, 16)} 失效`}
          </span>
          {data && <CopyButton label="复制预览链接" text={address} />}
          <Button href={address} target="_blank" rel="noopener" disabled={!data}>
            在新窗口打开
          </Button>
        </div>
      }
    >
      {error ? (
        <Failure error={error} onRetry={() => void refetch()} />
      ) : (
        <div className="ad-preview">
          <Radio.Group
            size="small"
            optionType="button"
            aria-label="屏幕"
            value={frame}
            options={[
              { value: "wide", label: "电脑" },
              { value: "narrow", label: "手机" },
            ]}
            onChange={(event) => setFrame(event.target.value as "wide" | "narrow")}
          />
          {data && <VisitorFrame address={data.url} isNarrow={frame === "narrow"} />}
        </div>
      )}
    </Drawer>
  );
}

/**
 * The preview page in a frame of a desktop's or a phone's width. `isPassed`: Tab goes past it (the
 * page's links would be dozens of stops), and so does the pointer, until somebody enters.
 */
export function VisitorFrame({
  address,
  isNarrow,
  isPassed = false,
  onLeave,
}: {
  address: string;
  isNarrow: boolean;
  isPassed?: boolean;
  /** The focus has gone elsewhere in the office. */
  onLeave?: () => void;
}) {
  return (
    <div className="ad-frame" data-narrow={isNarrow || undefined} inert={isPassed}>
      <iframe
        title={isNarrow ? "手机上的样子" : "电脑上的样子"}
        src={address}
        style={{ ["--frame" as string]: `${isNarrow ? NARROW : WIDE}px` }}
        referrerPolicy="no-referrer"
        onBlur={() => {
          if (document.hasFocus()) onLeave?.();
        }}
      />
    </div>
  );
}
