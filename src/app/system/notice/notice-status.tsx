/** 正常 or 关闭: a dot and the word. */
export function NoticeStatus({ status }: { status: string }) {
  const isShown = status === "0";
  return (
    <span className="nt-status">
      <span className={isShown ? "o-dot o-dot-green" : "o-dot"} aria-hidden="true" />
      {isShown ? "正常" : "关闭"}
    </span>
  );
}

const KINDS: Readonly<Record<string, string>> = { "1": "通知", "2": "公告" };

export const kindOf = (noticeType: string): string => KINDS[noticeType] ?? noticeType;
