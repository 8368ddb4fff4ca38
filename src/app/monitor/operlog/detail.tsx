import { placeText } from "#src/lib/address/address.ts";
import { DictKind, DictTag } from "#src/office/form/dict.tsx";
import { textOf } from "#src/office/list/cells.tsx";
import { Fact, LongText, RecordDrawer } from "#src/office/list/record-drawer.tsx";
import type { Operation } from "./operation.ts";

/** Everything the log knows of one call. */
export function Detail({ row, onClose }: { row: Operation; onClose: () => void }) {
  const who = [row.operName, row.deptName, row.operIp, placeText(row.operLocation)];
  return (
    <RecordDrawer title={`操作日志 ${row.operId}`} onClose={onClose}>
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
          <span className="rd-error">{row.errorMsg}</span>
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
    </RecordDrawer>
  );
}

/** JSON in lines; as it is when it was cut to its length. */
const Json = ({ text }: { text: string }) => <LongText text={text && indented(text)} />;

function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), undefined, 2);
  } catch {
    return text;
  }
}
