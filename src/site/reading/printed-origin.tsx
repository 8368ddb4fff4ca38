import type { ReactElement } from "react";
import { shownDay } from "../../lib/text/undated.ts";

interface PrintedOriginProps {
  readonly articleId: number;
  readonly siteName: string;
  readonly source: string;
  /** `yyyy-MM-dd HH:mm:ss`. */
  readonly createTime: string;
  /** Absolute address of the page. */
  readonly address: string;
}

/** On paper only: where the sheet on the wall comes from. */
export function PrintedOrigin(props: PrintedOriginProps): ReactElement {
  const { articleId, siteName, source, createTime, address } = props;
  return (
    <div className="print-only print-origin">
      <img
        src={`/prod-api/api/bll/article/${articleId}/qr.svg`}
        alt=""
        width="96"
        height="96"
        loading="lazy"
      />
      <p>
        {siteName}
        <br />
        来源：{source || siteName}
        {shownDay(createTime) ? `　发布时间：${createTime.slice(0, 16)}` : ""}
        <br />
        网址：{address}
      </p>
    </div>
  );
}
