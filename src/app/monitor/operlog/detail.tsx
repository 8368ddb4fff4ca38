import { Drawer } from "antd";
import { type ReactNode, useState } from "react";
import { placeText } from "../../../lib/address.ts";
import { textOf } from "../../../office/parts/crud-table.tsx";
import { DictKind, DictTag } from "../../../office/parts/dict.tsx";
import { useIsMobile } from "../../../office/use-media.ts";
import type { Operation } from "./operation.ts";
import "./operlog.css";

/** Everything the log knows of one call. */
export function Detail({ row, onClose }: { row: Operation; onClose: () => void }) {
  const [isOpen, setOpen] = useState(true);
  const isMobile = useIsMobile();
  const who = [row.operName, row.deptName, row.operIp, placeText(row.operLocation)];
  return (
    <Drawer
      open={isOpen}
      size={isMobile ? "100%" : 640}
      title={`操作日志 ${row.operId}`}
      closable={{ placement: "end" }}
      onClose={() => setOpen(false)}
      afterOpenChange={(isNow) => {
        if (!isNow) onClose();
      }}
    >
      <dl className="ol-facts">
        <Fact title="系统模块">
          {row.title} <DictKind type="sys_oper_type" value={row.businessType} />
        </Fact>
        <Fact title="操作状态">
          <DictTag type="sys_common_status" value={row.status} />
        </Fact>
        <Fact title="操作时间">{row.operTime}</Fact>
        <Fact title="消耗时间">{row.costTime} 毫秒</Fact>
        <Fact title="操作人员" isWide>
          {who.filter(Boolean).join(" / ")}
        </Fact>
        <Fact title="请求地址" isWide>
          <code className="cr-code">
            {row.requestMethod} {row.operUrl}
          </code>
        </Fact>
        <Fact title="操作方法" isWide>
          <code className="cr-code">{textOf(row.method)}</code>
        </Fact>
        {row.errorMsg && (
          <Fact title="错误消息" isWide>
            <span className="ol-error">{row.errorMsg}</span>
          </Fact>
        )}
        <Fact title="请求参数" isWide>
          <Json text={row.operParam} />
        </Fact>
        <Fact title="返回参数" isWide>
          <Json text={row.jsonResult} />
        </Fact>
        <Fact title="校验值" isWide>
          <code className="cr-code">{row.hash}</code>
        </Fact>
      </dl>
    </Drawer>
  );
}

function Fact({
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

/** JSON in lines; as it is when it was cut to its length. */
function Json({ text }: { text: string }) {
  if (!text) return "—";
  return (
    // A long one scrolls: by keyboard too.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable
    <pre className="cr-code ol-json" tabIndex={0}>
      {indented(text)}
    </pre>
  );
}

function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), undefined, 2);
  } catch {
    return text;
  }
}
