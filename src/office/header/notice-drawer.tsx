import { Drawer } from "antd";
import { useEffect, useState } from "react";
import { call } from "../calls/http.ts";
import { Failure } from "../shell/card.tsx";
import { markRead, type Notice } from "./notices.ts";
import "../form/prose.css";

type Full = { data: { noticeContent: string } };

/** One notice to read; opening it marks it. Its text was sanitised when it was written. */
export default function NoticeDrawer({ notice, onClose }: { notice: Notice; onClose: () => void }) {
  const [isOpen, setOpen] = useState(true);
  const [content, setContent] = useState<string>();
  const [error, setError] = useState<unknown>();
  const [attempt, setAttempt] = useState(0);
  const { noticeId } = notice;

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt loads again
  useEffect(() => {
    setError(undefined);
    call<Full>("GET", `/system/notice/${noticeId}`, { isQuiet: true }).then(({ data }) => {
      setContent(data.noticeContent);
      void markRead(noticeId);
    }, setError);
  }, [noticeId, attempt]);

  return (
    <Drawer
      open={isOpen}
      size={480}
      title={notice.noticeTitle}
      closable={{ placement: "end" }}
      onClose={() => setOpen(false)}
      afterOpenChange={(isNow) => {
        if (!isNow) onClose();
      }}
    >
      <p className="o-note">
        {notice.createBy} · {notice.createTime.slice(0, 16)}
      </p>
      {error !== undefined && (
        <Failure error={error} onRetry={() => setAttempt((before) => before + 1)} />
      )}
      {content !== undefined && (
        <div className="o-prose" dangerouslySetInnerHTML={{ __html: content }} />
      )}
    </Drawer>
  );
}
